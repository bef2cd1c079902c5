/** The element of the page that a selector finds, of the class that it has to be of. */
export function element<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`panel.html has no ${kind.name} at "${selector}".`);
}
