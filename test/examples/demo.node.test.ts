import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function demo(values: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH, NO_COLOR: "1", ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ["examples/basics/demo.ts", ...values], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

describe("npm run demo", () => {
  it("answers a question about its own documents, with sources and the report", async () => {
    const { code, stdout, stderr } = await demo([]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /rendezvous radar.*\[(\d+)\][\s\S]*\nSources\n\[\1\] .*apollo-11-alarms\.md, characters \d+–\d+/,
    );
    expect(stdout).toMatch(
      /\nRun\nlibrarian completed in .*: 2 trips, .* tokens in, .* out, \$0\n├─ trip 1 .*\n│ {2}└─ tool search /,
    );
    expect(stdout).not.toContain("\u001b");
  });

  it("refuses honestly what its documents do not tell", async () => {
    const { code, stdout } = await demo(["--ask", "How do I bake sourdough bread?"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/I (?:did not find an answer|found nothing)/);
    expect(stdout).not.toContain("Sources");
  });

  it.each([
    [["--source", "/no/such/folder"], "FOLDER_NOT_FOUND"],
    [["--source", "http://127.0.0.1/"], "OUTBOUND_POLICY"],
    [["--source", "http://169.254.169.254/latest/meta-data"], "OUTBOUND_POLICY"],
    [["--wat"], "UNKNOWN_FLAG"],
  ])("ends with one line and code 1 for %j", async (values, code) => {
    const ended = await demo(values);
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(new RegExp(`^error ${code}: [^\\n]+\\n$`));
  });

  it("explains itself", async () => {
    const { code, stdout } = await demo(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("--source");
  });

  it("uses a language model that speaks the OpenAI protocol where its address is set", async () => {
    const bodies: { messages: { role: string; content: string }[] }[] = [];
    const call = {
      id: "c1",
      type: "function",
      function: { name: "search", arguments: '{"query":"rope memory"}' },
    };
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (data) => (text += data));
      request.on("end", () => {
        bodies.push(JSON.parse(text));
        const first = bodies.length === 1;
        const delta = first
          ? { tool_calls: [{ index: 0, ...call }] }
          : { content: "The ropes were woven in Waltham [1]." };
        const finish = { choices: [{ index: 0, delta: {}, finish_reason: first ? "tool_calls" : "stop" }] };
        const usage = {
          choices: [],
          usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
        };
        response.setHeader("content-type", "text/event-stream");
        for (const event of [{ choices: [{ index: 0, delta }] }, finish, usage])
          response.write(`data: ${JSON.stringify(event)}\n\n`);
        response.end("data: [DONE]\n\n");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    try {
      const { code, stdout, stderr } = await demo(["--ask", "Where were the ropes woven?"], {
        OPENAI_API_KEY: "test-key",
        OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("The ropes were woven in Waltham [1].");
      expect(stdout).toMatch(/\[1\] .*memory\.md/);
      expect(stdout).toContain("2,000 tokens in, 20 out, $0.000312");
      expect(stdout).not.toContain("test-key");
      expect(bodies[0]?.messages[0]?.content).toContain("11 documents");
      expect(bodies[1]?.messages.at(-1)).toMatchObject({ role: "tool" });
    } finally {
      server.close();
    }
  });
});
