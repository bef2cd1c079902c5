/** How a page is read. */
export interface PageOptions {
  /** Leaves out all but the article: no menus, teasers, comments, captions. Default `false`. */
  readonly mainContent?: boolean;
  /** The page's address: what links are resolved against, unless the page names a `<base>`. */
  readonly baseUrl?: string;
  /** The most UTF-16 units that a page may have. Default 20,000,000. */
  readonly maxLength?: number;
  /** Whether links keep where they lead to: `[text](address)`. Without, the text alone stands. Default `true`. */
  readonly keepLinks?: boolean;
  /** Also gives where the page links to, in `links`. Default `false`. */
  readonly collectLinks?: boolean;
}

/** What a page says of itself. Untrusted, as its text is. */
export interface PageMetadata {
  /** Without the name of the site where that can be told apart. */
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  /** ISO 8601: a date, or a date with a time in UTC where the page tells the time. */
  readonly published?: string;
  /** ISO 8601, as `published`. */
  readonly modified?: string;
  /** A BCP 47 tag. */
  readonly language?: string;
  /** Absolute where it can be made so. */
  readonly canonicalUrl?: string;
  readonly siteName?: string;
  /** The contents of `<meta name="robots">`, in lower case: `noindex, nofollow`. */
  readonly robots?: string;
}

/** A page that was read. */
export interface PageText {
  readonly text: string;
  readonly title?: string;
  readonly metadata: PageMetadata;
  /** Absolute http(s) addresses without fragments, each once, those marked `nofollow` left out; where asked for. */
  readonly links?: readonly string[];
}
