import type { GuardrailMatch, GuardrailVerdict } from "../../contracts/detector.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { InjectionSettings } from "../injection.ts";
import type { askJudge } from "./judge.ts";
import type { InjectionSource } from "./patterns.ts";
import { type InjectionFamily, scoreInjection } from "./score.ts";
import { lowerCased } from "./tokens.ts";

const judging: Lazy<typeof import("./judge.ts")> = /* @__PURE__ */ lazy(() => import("./judge.ts"));

/** Says whether a text is an attack: by its score, by the caller's markers, and by the judge where the score is near. */
export async function checkInjection(
  text: string,
  source: InjectionSource,
  settings: InjectionSettings,
  signal: AbortSignal | undefined,
): Promise<GuardrailVerdict> {
  const { name, onMatch, markers, threshold, judge } = settings;
  const { score, families } = scoreInjection(text, { source });
  const marked = markers.flatMap((marker) => marks(text, marker));
  let isAttack = score >= threshold || marked.length > 0;
  let failure: string | undefined;
  if (judge && marked.length === 0 && score >= judge.low && score < judge.high) {
    const answer = await judged(text, families, judge, signal);
    if (typeof answer === "boolean") isAttack = answer;
    else failure = answer;
  }
  const matches = [...marked, ...families].map(({ family, span }): GuardrailMatch => {
    return { rule: `injection.${family}`, label: family, span, score: family === "marker" ? 1 : score };
  });
  const reason = [
    ...(isAttack ? [[...new Set(matches.map(({ label }) => label))].join(", ") || "judge"] : []),
    ...(failure === undefined ? [] : [failure]),
  ].join("; ");
  if (isAttack && onMatch === "block") return { type: "block", reason: `${name}: ${reason}`, matches };
  return reason === "" ? { type: "allow" } : { type: "flag", reason: `${name}: ${reason}`, matches };
}

/** What a judge says, or why it says nothing. */
async function judged(...asked: Parameters<typeof askJudge>): Promise<boolean | string> {
  try {
    const { askJudge } = await judging();
    return await askJudge(...asked);
  } catch (error) {
    return `the judge failed (${AIError.is(error) ? error.code : "no code"})`;
  }
}

function marks(text: string, marker: string | RegExp): Pick<InjectionFamily, "family" | "span">[] {
  const [start, length] =
    typeof marker === "string"
      ? [lowerCased(text).indexOf(lowerCased(marker)), marker.length]
      : [text.search(marker), text.match(marker)?.[0].length ?? 0];
  return start < 0 ? [] : [{ family: "marker", span: [start, start + length] }];
}
