/** How many bytes a well-formed text takes in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
