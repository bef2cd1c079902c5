import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** A database server of one test file: on a free port of this machine, its data in a folder that goes with it. */
export interface TestServer {
  readonly port: number;
  /** Ends it as a crash does, and starts it again over the same data after what is to happen without it. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL, or says in one line that none is installed. User and database are `postgres`, without a password. */
export async function startPostgres(): Promise<TestServer | undefined> {
  const programs = findProgram("initdb", [...postgresFolders(), ...pathFolders()]);
  if (!programs) return skip("PostgreSQL", "initdb");
  const folder = makeFolder("postgres");
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(programs, "initdb"), initdb, { stdio: "pipe", ...owner("postgres") });
  return start(folder, "postgres", postgresAnswers, (port) => [
    join(programs, "postgres"),
    ["-D", data, "-p", `${port}`, "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off"],
  ]);
}

/** Starts a Redis that writes every command to its log, or says in one line that none is installed. */
export async function startRedis(options: readonly string[] = []): Promise<TestServer | undefined> {
  const programs = findProgram("redis-server", pathFolders());
  if (!programs) return skip("Redis", "redis-server");
  const folder = makeFolder("redis");
  const kept = ["--dir", folder, "--save", "", "--appendonly", "yes", "--appendfsync", "no"];
  return start(folder, "redis", redisAnswers, (port) => [
    join(programs, "redis-server"),
    ["--port", `${port}`, "--bind", "127.0.0.1", ...kept, ...options],
  ]);
}

async function start(
  folder: string,
  user: string,
  answers: (port: number) => Promise<boolean>,
  command: (port: number) => [program: string, options: string[]],
): Promise<TestServer> {
  const port = await freePort();
  const launch = async (): Promise<ChildProcess> => {
    const [program, options] = command(port);
    // The shell ends the server and removes its data when this process is gone, however it went: then its input ends.
    const script = `"$@" >server.log 2>&1 </dev/null & pid=$!
      read -r word; kill -9 $pid; wait $pid; [ "$word" = keep ] || rm -rf "$PWD"`;
    const child = spawn("/bin/sh", ["-c", script, "sh", program, ...options], {
      cwd: folder,
      stdio: ["pipe", "ignore", "ignore"],
      detached: true, // out of reach of what ends a whole group of processes, such as Ctrl+C
      ...owner(user),
    });
    for (let tries = 0; tries < 200; tries += 1) {
      if (await answers(port)) return child;
      await pause(50);
    }
    throw new Error(`${program} does not answer on port ${port}; see ${folder}/server.log`);
  };
  const end = async (child: ChildProcess, word: string): Promise<void> => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin?.end(`${word}\n`);
    await ended;
  };
  let child = await launch();
  return {
    port,
    async restart(meanwhile) {
      await end(child, "keep");
      await meanwhile?.();
      child = await launch();
    },
    async stop() {
      await end(child, "remove");
      // The processes of the server end a moment after their leader.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function skip(server: string, program: string): undefined {
  console.log(`The suite over a real ${server} is skipped: there is no ${program} on this machine.`);
}

/** Debian keeps PostgreSQL's programs off the path, in a folder per version. */
function postgresFolders(): string[] {
  try {
    const versions = readdirSync("/usr/lib/postgresql");
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  } catch {
    return [];
  }
}

function pathFolders(): string[] {
  return (process.env.PATH ?? "").split(":");
}

function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => {
    try {
      accessSync(join(folder, name));
      return true;
    } catch {
      return false;
    }
  });
}

function makeFolder(server: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hedgemage-${server}-`));
  const { uid, gid } = owner(server);
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** PostgreSQL refuses to run as root: there it gets the user that Debian's package made, or nobody. */
function owner(user: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string, name: string): number =>
    Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: id("-u", user), gid: id("-g", user) };
  } catch {
    return { uid: id("-u", "nobody"), gid: id("-g", "nobody") };
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Whether it takes queries: a port that is open may belong to a server that still repairs its data. */
async function postgresAnswers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres" });
  client.on("error", () => undefined);
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  if (answers) await client.end();
  return answers;
}

function redisAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (answer) => {
      resolve(answer.toString().startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
}
