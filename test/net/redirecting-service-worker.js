// Answers like a server, because a page cannot make a redirect of its own.
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (pathname.endsWith("/moved")) event.respondWith(Response.redirect(`${origin}/test/net/arrived`, 302));
  else if (pathname.endsWith("/arrived")) event.respondWith(new Response("arrived"));
  else event.respondWith(new Response("<!doctype html>", { headers: { "content-type": "text/html" } }));
});
