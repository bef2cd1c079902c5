/** Throws a body away without waiting for that: a server, or a copy of the response, can make it last. */
export function discard({ body }: Response): void {
  body?.cancel().catch(() => {});
}
