/** The address of a session, as a Worker may have it. */
export const home = "https://chat.example.com/chats/1";

/** What the tests ask of the stub of an object. */
interface Stub {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Sends a message. */
export function post(
  chat: Stub,
  body: { readonly input: string; readonly runId?: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return chat.fetch(`${home}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Waits until something holds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("It did not come to that.");
}
