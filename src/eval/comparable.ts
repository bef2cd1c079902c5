/** A text as scorers compare it: no white space around it, no case, and one form for each accented letter. */
export function comparable(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

/** A text in quotes for the reason of a score; a long one is cut, and says so. */
export function shorten(text: string): string {
  const limit = 200;
  return text.length <= limit
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, limit))} (${text.length} characters)`;
}
