interface ImportMeta {
  /** Set by vitest.config.ts: what the user agent of the browser that runs the tests has in it. */
  readonly env: { readonly ENGINE: string };
}
