/** The beginning of a text, with a sign where something was cut off; no character is cut in two. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)} […]`;
}
