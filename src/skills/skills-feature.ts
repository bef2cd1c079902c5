import type { AgentParts } from "../contracts/agent-feature.ts";
import type { Message } from "../contracts/message.ts";
import type { AgentMiddleware, ExecuteContext, MiddlewareContext } from "../contracts/middleware.ts";
import type { SkillRecord } from "../contracts/skills.ts";
import { abortable } from "../core/abort.ts";
import type { SkillLibrary } from "./library.ts";
import { loadSkillTool, saveSkillTool } from "./skill-tools.ts";

/** What a run has loaded: names to versions. */
type Loaded = Map<string, number>;

/** What a library adds to an agent: its tools, and the catalog in front of the system prompt. */
export function skillsFeature(library: SkillLibrary): AgentParts {
  const { config, emit } = library;
  const name = "skills";
  /** What the runs were asked whose messages these are: the scope goes by it. */
  const asked = new WeakMap<readonly Message[], string>();
  const loads = loadSkillTool((input, { messages, signal }) =>
    library.load(input, signal, asked.get(messages)),
  );
  const loadedIn = ({ state }: Pick<MiddlewareContext, "state">): Loaded => {
    const known = state.get(name) as Loaded | undefined;
    if (known) return known;
    const loaded: Loaded = new Map();
    state.set(name, loaded);
    return loaded;
  };
  const used = (context: ExecuteContext, outcome: string): void => {
    for (const [skill, version] of loadedIn(context)) {
      emit({ type: "used", skill, version, runId: context.runId, outcome });
    }
  };
  const middleware: AgentMiddleware = {
    name,
    execute: {
      async hides(context, messages) {
        const { input, runId, signal, state } = context;
        // Asked again where something else changes the conversation.
        if (state.has(name)) return messages;
        const loaded = loadedIn(context);
        // An agent without its skills still answers, as it does where the library is empty; without bodies, it loads them.
        const unharmed = async <Value>(work: Promise<Value>, warning: string): Promise<Value | undefined> => {
          try {
            return await abortable(work, signal);
          } catch (error) {
            signal.throwIfAborted();
            context.warn(warning, { library: config.name, error });
            return undefined;
          }
        };
        const catalog = await unharmed(library.catalogPrompt(input, runId), "skills could not be read");
        if (!catalog) return messages;
        const bodies = await unharmed(library.preload(input, signal), "no skill could be chosen");
        for (const { name: skill, version } of bodies ?? []) {
          loaded.set(skill, version);
          emit({ type: "loaded", skill, version, runId });
        }
        return withText(messages, [catalog, ...(bodies ?? []).map(bodyText)].join("\n\n"));
      },
      after: (context, { error }) => used(context, error ? "failed" : "completed"),
      onError: (context) => used(context, "failed"),
    },
    tool: {
      before(context) {
        if (context.tool !== loads) return undefined;
        asked.set(context.messages, context.input);
        const error = library.refusedLoad(context.runId);
        return error === undefined ? undefined : { data: { error } };
      },
      after(context, { data }) {
        if (context.tool !== loads) return;
        const { name: skill, version, body } = Object(data);
        if (typeof body !== "string") return;
        loadedIn(context).set(String(skill), Number(version));
        emit({ type: "loaded", skill: String(skill), version: Number(version), runId: context.runId });
      },
    },
  };
  const saves = config.review ? [saveSkillTool(() => library)] : [];
  return { middleware: [middleware], tools: [loads, ...saves] };
}

function bodyText({ name, body }: SkillRecord): string {
  return `## Skill ${name}\n\n${body}`;
}

/** The conversation with a text in front of its system prompt. */
function withText(messages: readonly Message[], text: string): readonly Message[] {
  if (text === "") return messages;
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: text }, ...messages];
  const content =
    typeof first.content === "string"
      ? `${text}\n\n${first.content}`
      : [{ type: "text", text } as const, ...first.content];
  return [{ ...first, content }, ...rest];
}
