import type { GuardrailMatch, GuardrailVerdict } from "../../contracts/detector.ts";
import type { InjectionSettings } from "../injection.ts";
import { askJudge } from "./judge.ts";
import type { InjectionSource } from "./patterns.ts";
import { type InjectionFamily, scoreInjection } from "./score.ts";

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
    const answer = await askJudge(text, families, judge, signal);
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

function marks(text: string, marker: string | RegExp): Pick<InjectionFamily, "family" | "span">[] {
  const [start, length] =
    typeof marker === "string"
      ? [text.toLowerCase().indexOf(marker.toLowerCase()), marker.length]
      : [text.search(marker), text.match(marker)?.[0].length ?? 0];
  return start < 0 ? [] : [{ family: "marker", span: [start, start + length] }];
}
