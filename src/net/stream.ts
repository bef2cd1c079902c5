/**
 * The one place that turns the bytes of a streamed response into lines and events, however the network cut them.
 */

/** Turns bytes into items. Each call returns the items that became complete; `end` also gives what was left open. */
export interface StreamDecoder<Item> {
  push(bytes: Uint8Array): Item[];
  end(): Item[];
}

/** One server-sent event: its data lines joined by `\n`, and its name and id where it has them. */
export interface ServerSentEvent {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly data: string;
}

/**
 * Decodes UTF-8 bytes into the lines of a text, without their ends. A line ends with LF, CRLF or CR; the last line may
 * have no end. Characters and line ends may be cut anywhere. Takes time linear in the bytes.
 *
 * @example
 * const lines = lineDecoder();
 * lines.push(new TextEncoder().encode("one\r\ntw")); // ["one"]
 * lines.end(); // ["tw"]
 */
export function lineDecoder(): StreamDecoder<string> {
  return decoderOf<string>((line, lines) => lines.push(line));
}

/**
 * Decodes newline-delimited JSON into the texts of its values; empty lines are left out.
 *
 * @example
 * const values = jsonLineDecoder();
 * values.push(new TextEncoder().encode('{"n":1}\n\n{"n":2}\n')); // ['{"n":1}', '{"n":2}']
 */
export function jsonLineDecoder(): StreamDecoder<string> {
  return decoderOf<string>((line, values) => line.trim() && values.push(line));
}

/**
 * Decodes an event stream as browsers do (HTML Standard, section "Server-sent events"), with one difference: an event
 * that the end of the stream cuts off before its blank line counts, because providers leave that line out. Comments
 * and `retry` are passed over, and an id stays with its own event.
 *
 * @example
 * const events = eventDecoder();
 * events.push(new TextEncoder().encode("data: one\n\n: ping\n\ndata: tw")); // [{ data: "one" }]
 * events.push(new TextEncoder().encode("o\n\n")); // [{ data: "two" }]
 */
export function eventDecoder(): StreamDecoder<ServerSentEvent> {
  let data: string | undefined;
  let event: string | undefined;
  let id: string | undefined;
  return decoderOf<ServerSentEvent>((line, events) => {
    if (line === "") {
      const names = id || event ? { ...(id && { id }), ...(event && { event }) } : undefined;
      if (data !== undefined) events.push(names ? { ...names, data } : { data });
      data = event = id = undefined;
      return;
    }
    const value = fieldOf(line, "data");
    if (value === undefined) {
      event = fieldOf(line, "event") ?? event;
      id = fieldOf(line, "id") ?? id;
    } else data = data === undefined ? value : `${data}\n${value}`;
  }, "\n\n");
}

/** The value of a line where it is of the named field; a line without a colon is a field without a value. */
function fieldOf(line: string, name: string): string | undefined {
  const end = name.length;
  if (!line.startsWith(name)) return undefined;
  if (line.length === end) return "";
  if (line.charCodeAt(end) !== 0x3a) return undefined;
  return line.slice(line.charCodeAt(end + 1) === 0x20 ? end + 2 : end + 1);
}

/** Cuts bytes into lines and hands each to `read`. `ending` is what the end of the stream stands for. */
function decoderOf<Item>(read: (line: string, items: Item[]) => unknown, ending = ""): StreamDecoder<Item> {
  // The decoder also drops a leading byte order mark.
  const utf8 = new TextDecoder();
  let open: string[] = [];
  let lineFeedIsOver = false;

  function cut(piece: string): Item[] {
    const items: Item[] = [];
    let text = piece;
    if (lineFeedIsOver && text) {
      lineFeedIsOver = false;
      if (text.startsWith("\n")) text = text.slice(1);
    }
    if (text.includes("\r")) {
      lineFeedIsOver = text.endsWith("\r");
      text = text.replace(/\r\n?/g, "\n");
    }
    let end = text.indexOf("\n");
    if (end >= 0 && open.length > 0) {
      // Joined once, when the line ends: a long line that comes in small pieces must not be copied for each of them.
      text = open.join("") + text;
      end = text.indexOf("\n");
      open = [];
    }
    let start = 0;
    for (; end >= 0; end = text.indexOf("\n", start)) {
      read(text.slice(start, end), items);
      start = end + 1;
    }
    if (start < text.length) open.push(text.slice(start));
    return items;
  }

  return {
    push: (bytes) => cut(utf8.decode(bytes, { stream: true })),
    end() {
      const items = cut(utf8.decode() + ending);
      if (open.length > 0) read(open.join(""), items);
      open = [];
      return items;
    },
  };
}
