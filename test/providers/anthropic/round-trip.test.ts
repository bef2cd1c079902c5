import { describe, expect, it } from "vitest";
import { agent, tool } from "../../../src/ai.ts";
import type { Message } from "../../../src/contracts/message.ts";
import { wireRows } from "../wire/wire-rows.ts";
import type { Block, MessageRequest } from "./message-rows.ts";
import { message, modelAnswering, respond, text } from "./support.ts";

const question: Message = { role: "user", content: "?" };
const thought = { type: "thinking", thinking: "Hm.", signature: "EqEECkYICxgCKkAo3UA4/+==" };
const hidden = { type: "redacted_thinking", data: "EvgFCkYIBxgC/+==" };
const call = { type: "tool_use", id: "toolu_1", name: "f", input: { n: 1 } };
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "tides" } };
const found = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [{ encrypted_content: "E/+=" }],
};
const cited = { ...text("Twice a day."), citations: [{ cited_text: "twice" }] };

describe("an answer goes back as it came", () => {
  it.each<[string, Block[]]>([
    ["thoughts before a call", [thought, hidden, text("I look."), call]],
    ["thoughts between texts", [text("a"), thought, text("b"), thought, call]],
    ["searches and citations", [thought, search, found, text("So: "), cited, text("Right?")]],
    [
      "a call by the service's own code",
      [
        { type: "server_tool_use", id: "srvtoolu_2", name: "code_execution", input: { code: "f()" } },
        { ...call, caller: { type: "code_execution_20260120", tool_id: "srvtoolu_2" } },
      ],
    ],
    [
      "a call that the service's own code made before it ended",
      [
        { type: "server_tool_use", id: "srvtoolu_3", name: "code_execution", input: { code: "f()" } },
        { ...call, caller: { type: "code_execution_20260120", tool_id: "srvtoolu_3" } },
        { type: "code_execution_tool_result", tool_use_id: "srvtoolu_3", content: { return_code: 0 } },
        text("Done."),
      ],
    ],
    ["a call of a set of tools", [{ ...call, toolset_name: "browser" }]],
    ["a compaction", [{ type: "compaction", content: "Summary.", encrypted_content: "x" }, text("Hi")]],
    ["a block of the future", [text("a"), { type: "hologram", frames: [1] }, text("b")]],
    ["a paused turn", [text("a"), search]],
  ])("%s", async (_what, content) => {
    expect(await sentBack(content)).toEqual(content);
  });

  it("as do all recorded answers that a service would take back", async () => {
    const rows = (await wireRows<MessageRequest>("anthropic-messages")).filter(
      ({ stream, status }) => !stream && status === 200,
    );
    let blocks = 0;
    for (const { response } of rows) {
      const { content } = response as { content: Block[] };
      const isText = ({ type, text }: Block): boolean => type !== "text" || String(text).trim() !== "";
      const expected = content.filter(isText).map(({ citations, ...rest }) => ({
        ...rest,
        ...(Array.isArray(citations) && citations.length > 0 && { citations }),
        ...(Object(rest.caller).type === "direct" && rest.type === "tool_use" && { caller: undefined }),
      }));
      expect(await sentBack(content)).toEqual(expected);
      blocks += expected.length;
    }
    console.log(`wire: ${blocks} blocks of ${rows.length} recorded messages go back as they came`);
  });

  it("H6: without thoughts where another model is asked, and with everything else", async () => {
    const content = [thought, search, found, hidden, cited, call];
    const others = content.filter((part) => part !== thought && part !== hidden);
    expect(await sentBack(content, "claude-opus-5")).toEqual(others);
    expect(await sentBack([thought, text("x")], "claude-opus-5")).toEqual([text("x")]);
    expect(await sentBack([thought, text("x")], "claude-sonnet-4-5-20250929")).toEqual([thought, text("x")]);
  });

  it("H6: without thoughts of another provider, or without a signature", async () => {
    const messages: Message[] = [
      question,
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "a", providerMetadata: { google: { thoughtSignature: "s" } } },
          { type: "reasoning", text: "b" },
          { type: "reasoning", text: "c", providerMetadata: { anthropic: { signature: "s" } } },
          { type: "text", text: "x" },
        ],
      },
      question,
    ];
    expect((await bodyOf(messages)).messages).toMatchObject([{}, { content: [text("x")] }, {}]);
  });

  it("H9: drops thoughts whose turn was lost", async () => {
    const [answer] = await answered([thought, text("x")]);
    const pruned = { ...answer, content: Object(answer).content.slice(0, 1) } as Message;
    expect((await bodyOf([question, pruned, question])).messages).toMatchObject([
      { role: "user", content: [text("?"), text("?")] },
    ]);
  });

  it("in a usual order where it was changed since, with what no part can say", async () => {
    const [answer] = await answered([thought, text("a"), search, found, cited, call]);
    const [reasoning] = Object(answer).content;
    const changed = { ...answer, content: [reasoning, { type: "text", text: "changed" }] } as Message;
    expect((await bodyOf([question, changed])).messages).toMatchObject([
      {},
      { content: [thought, search, found, text("changed"), call] },
    ]);
  });

  it("through JSON, as histories are stored", async () => {
    const content = [thought, search, found, cited, call];
    const stored = JSON.parse(JSON.stringify(await answered(content)));
    const body = await bodyOf([question, ...stored, question]);
    expect((body.messages as { content: unknown }[])[1]?.content).toEqual(content);
  });

  it("H6: in an agent's loop, with the results of its tools directly after", async () => {
    const content = [thought, text("I look."), search, found, call];
    const answers = [message(content, { stop_reason: "tool_use" }), message([text("Done.")])];
    const { model, asked } = modelAnswering(() => respond({ body: answers.shift() }));
    const f = tool({
      name: "f",
      description: "Does.",
      input: { type: "object" },
      execute: async () => "one",
    });
    const { error } = await agent({ model, tools: [f] }).execute("Go.");
    expect(error).toBeUndefined();
    expect(asked[1]?.body.messages).toEqual([
      { role: "user", content: [text("Go.")] },
      { role: "assistant", content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "one" }] },
    ]);
  });

  it("in an agent's history, without running what the service's own code has settled", async () => {
    const content = [
      { type: "server_tool_use", id: "srvtoolu_4", name: "code_execution", input: { code: "f()" } },
      { ...call, caller: { type: "code_execution_20260120", tool_id: "srvtoolu_4" } },
      { type: "code_execution_tool_result", tool_use_id: "srvtoolu_4", content: { return_code: 0 } },
      text("Done."),
    ];
    for (const isStreamed of [false, true]) {
      const { model, asked } = modelAnswering(() => respond({ body: message(content) }));
      let runs = 0;
      const f = tool({
        name: "f",
        description: "Does.",
        input: { type: "object" },
        execute: async () => ++runs,
      });
      const helper = agent({ model, tools: [f] });
      const { text: said, report } = isStreamed
        ? await helper.stream("Go.").result
        : await helper.execute("Go.");
      expect([said, report.status, runs, asked.length]).toEqual(["Done.", "completed", 0, 1]);
      const history: Message[] = [question, ...(await answered(content))];
      await helper.execute("Again.", { history });
      expect(asked[1]?.body.messages).toMatchObject([{}, { content }, { content: [text("Again.")] }]);
    }
  });
});

/** The blocks of an answer as they go back in the next request. */
async function sentBack(content: readonly Block[], name?: string): Promise<unknown> {
  const body = await bodyOf([question, ...(await answered(content)), question], name);
  const turns = body.messages as { role: string; content: unknown }[];
  return turns.find(({ role }) => role === "assistant")?.content ?? [];
}

/** An answer as an agent puts it into its conversation. */
async function answered(content: readonly Block[]): Promise<[Message]> {
  const { model } = modelAnswering({ body: message(content) });
  const { content: said, reasoning = [], toolCalls, providerMetadata } = await model.complete([question]);
  return [
    {
      role: "assistant",
      content: [...reasoning, ...(said ? [{ type: "text", text: said } as const] : [])],
      ...(toolCalls && { toolCalls }),
      ...(providerMetadata && { providerMetadata }),
    },
  ];
}

async function bodyOf(messages: readonly (Message | undefined)[], name = "claude-sonnet-4-5") {
  const { model, asked } = modelAnswering({ body: message([text("x")]) }, {}, { name });
  await model.complete(messages.flatMap((each) => each ?? []));
  return asked[0]?.body ?? {};
}
