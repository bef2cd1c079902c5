import type { PromptIdea } from "../../contracts/super-prompt.ts";

/** A number of things that a text is long. */
const LENGTH: RegExp =
  /\b(?:\d+(?:(?:[-–]| to | or )\d+)?|a single|one|two|three|four|five|six|seven|eight|nine|ten)[ -]?(?:(?:words?|sentences?|paragraphs?|characters?|lines?|bullet points?|bullets|pages?|tokens?|wörter|sätze|mots|phrases|palabras|frases)(?!\p{L})|个?字|文字|語|글자)/giu;
/** What makes a limit of it. */
const LIMIT: RegExp =
  /(?:at most|up to|no more than|not more than|less than|fewer than|under|within|exactly|about|around|maximum of|maximum|max) $/i;
/** A number, with the unit or the sign that it goes with. */
const NUMBER: RegExp =
  /[$€£¥]?\d+(?:[.,:/]\d+)*(?: ?(?:%|°[CF]?|(?:[kKMGTcmµn]?(?:[gmlLsWVAJB]|Hz|Pa|Wh)|h|min|px|em|pt|ft|lbs?|oz|mph|kcal|ppm|dB|USD|EUR|GBP|am|pm|bn|k|M)\b))?/gu;
/** Words with capitals that begin no sentence: names. */
const NAME: RegExp = /(?<=[\p{Ll}\p{N},;:)] )\p{Lu}[\p{L}\p{N}'’-]+(?: \p{Lu}[\p{L}\p{N}'’-]+)*/gu;
/** Work on code. */
const CODE: RegExp =
  /```|\b(?:refactor|debug|bug ?fix|unit[- ]tests?|pull request|stack ?trace|compile error|api endpoint|regex)\b/i;
/** Making something, which is code where it is made in a language of code. */
const MAKING: RegExp =
  /\b(?:write|implement|build|create|make|add|fix|port|migrate|convert|rewrite|optimi[sz]e|develop|program|code)\b/i;
const IN_LANGUAGE: RegExp =
  /\b(?:in|with|using|to|our|the) (?:(?:typescript|javascript|python|rust|golang|java|kotlin|swift|php|ruby|sql|html|css)(?![-\w])|c\+\+|c#)/i;

/** From how many numbers and names on an idea is full of them, and how many of each are looked at. */
const MANY = 3;
const MOST = 40;

/** An idea as its parts. */
export function ideaOf(idea: string | PromptIdea): PromptIdea {
  return typeof idea === "string" ? { text: idea } : idea;
}

/** Which kind of prompt an idea asks for: a coding brief where it says so, or is about work on code without saying anything else. */
export function kindOf({ text, taskType }: PromptIdea): "super" | "coding" {
  if (taskType !== undefined) return /^coding$/i.test(taskType.trim()) ? "coding" : "super";
  return CODE.test(text) || (MAKING.test(text) && IN_LANGUAGE.test(text)) ? "coding" : "super";
}

/**
 * The limits of length that a text names, each once.
 *
 * @example
 * lengthLimitsIn("In at most 200 words, for beginners."); // ["at most 200 words"]
 */
export function lengthLimitsIn(text: string): string[] {
  const limits = Array.from(text.matchAll(LENGTH), ({ 0: length, index }) => {
    const [limit = ""] = LIMIT.exec(text.slice(Math.max(0, index - 16), index)) ?? [];
    return (limit + length).toLowerCase();
  });
  return [...new Set(limits)];
}

/** The numbers and the names of an idea that is full of them, which its prompt must repeat as they are. */
function verbatimIn(text: string): {
  readonly numbers: readonly string[];
  readonly names: readonly string[];
} {
  const [numbers = [], names = []] = [NUMBER, NAME].map((pattern) =>
    [...new Set(Array.from(text.matchAll(pattern), ([word]) => word))].slice(0, MOST),
  );
  return numbers.length + names.length < MANY ? { numbers: [], names: [] } : { numbers, names };
}

/**
 * What a good prompt for an idea keeps to, as a list for the model that writes it: the language, one limit of length, the
 * idea's own words, its audience, its headings, and its numbers and names word for word.
 *
 * @example
 * qualityRoutingGuidance({ text: "Explain tides to children.", audience: "children" }).includes("children"); // true
 */
export function qualityRoutingGuidance(given: string | PromptIdea): string {
  const idea = ideaOf(given);
  const { language, audience, headings = [], length = lengthLimitsIn(idea.text)[0] } = idea;
  const { numbers, names } = verbatimIn(idea.text);
  // Names stay in the idea: words of others do not become rules.
  const among = quoted(numbers);
  const rules = [
    language
      ? `Write the prompt in ${language}; the headings of its sections stay as they are.`
      : "Write the prompt in the language of the idea; the headings of its sections stay as they are.",
    length
      ? `State exactly one limit of the output's length: ${length}.`
      : "State exactly one explicit limit of the output's length that fits the task.",
    "Keep the user's wording, and what is to be delivered, close to the idea.",
    audience
      ? `Name the audience: ${audience}.`
      : "Where the idea names an audience, name it; otherwise invent none.",
    headings.length > 0
      ? `The output must have these headings, word for word: ${quoted(headings)}.`
      : "Where the idea asks for headings, repeat them word for word.",
    "Add no scaffolding that the idea does not ask for: no tables, scores, examples, personas or steps of review.",
    ...(numbers.length + names.length > 0
      ? [`Repeat numbers, units and names verbatim${among && `, among them ${among}`}.`]
      : []),
  ];
  return rules.map((rule) => `- ${rule}`).join("\n");
}

/** Ways in which a prompt departs from what the idea asked for, in words. They name no text but what the idea asked for. */
export function departures(given: string | PromptIdea, prompt: string): string[] {
  const idea = ideaOf(given);
  const text = prompt.toLowerCase();
  const lacks = (wanted: string): boolean => !text.includes(wanted.toLowerCase());
  const limits = lengthLimitsIn(prompt);
  const { audience, headings = [] } = idea;
  const { numbers, names } = verbatimIn(idea.text);
  return [
    ...(limits.length === 1
      ? []
      : [
          limits.length === 0
            ? "It has no limit of the output's length."
            : `It has ${limits.length} limits of the output's length.`,
        ]),
    ...(audience !== undefined && lacks(audience) ? ["It does not name the audience."] : []),
    ...headings.filter(lacks).map((heading) => `It lacks the heading ${JSON.stringify(heading)}.`),
    ...[...numbers, ...names].filter(lacks).map((word) => `It lacks ${JSON.stringify(word)}.`),
  ];
}

function quoted(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(", ");
}
