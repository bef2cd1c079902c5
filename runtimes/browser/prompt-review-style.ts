/** How the review of a prompt looks. Colors and fonts can be set from outside; light and dark follow `color-scheme`. */
export const reviewStyle: string = `
:host {
  --paper: var(--hedgemage-paper, light-dark(#ffffff, #12181f));
  --sunken: var(--hedgemage-sunken, light-dark(#f6f7f9, #182029));
  --ink: var(--hedgemage-ink, light-dark(#17202b, #e7ecf2));
  --faint: var(--hedgemage-faint, light-dark(#5b6775, #98a5b3));
  --line: var(--hedgemage-line, light-dark(#e1e5ea, #2b3642));
  --accent: var(--hedgemage-accent, light-dark(#3048b8, #a9b8ff));
  --on-accent: var(--hedgemage-on-accent, light-dark(#ffffff, #10162c));
  --gone: var(--hedgemage-removed, light-dark(#9c1c13, #ffb4ab));
  --gone-paper: var(--hedgemage-removed-paper, light-dark(#fde9e7, #45211f));
  --come: var(--hedgemage-added, light-dark(#0b5d2e, #a4ecbd));
  --come-paper: var(--hedgemage-added-paper, light-dark(#def5e5, #16391f));
  --radius: var(--hedgemage-radius, 0.75rem);
  --text-font: var(--hedgemage-text-font, ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace);
  color-scheme: light dark;
  container-type: inline-size;
  display: block;
  font: 400 1rem/1.5 var(--hedgemage-font, system-ui, sans-serif);
  color: var(--ink);
}
:host([hidden]) { display: none; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
[hidden] { display: none !important; }
.surface { overflow: clip; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

header { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: flex-start; justify-content: space-between; padding: 1.5rem 1.5rem 1.25rem; }
.kicker, h3 { font-size: 0.8125rem; font-weight: 600; color: var(--faint); }
h2 { margin-block: 0.1rem 0.35rem; font-size: 1.5rem; font-weight: 650; line-height: 1.25; letter-spacing: -0.012em; overflow-wrap: anywhere; }
[data-state="approved"] .unsigned { display: none; }
.origin { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; font-size: 0.875rem; color: var(--faint); }
.state { display: inline-flex; align-items: center; gap: 0.5rem; padding: 0.25rem 0.75rem; border-radius: 2rem; font-size: 0.875rem; font-weight: 600; color: var(--faint); background: var(--sunken); white-space: nowrap; }
.state::before { content: ""; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: currentColor; }
[data-state="approved"] .state { color: var(--come); background: var(--come-paper); }
[data-state="rejected"] .state { color: var(--gone); background: var(--gone-paper); }

.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1px; background: var(--line); border-block: 1px solid var(--line); }
.facts > section { padding: 1.1rem 1.5rem 1.25rem; background: var(--paper); }
.gain { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 0.75rem; margin-top: 0.35rem; }
.gain strong { font-size: 1.5rem; font-weight: 650; line-height: 1.3; letter-spacing: -0.012em; font-variant-numeric: tabular-nums; }
.verdict { font-weight: 600; }
.good { color: var(--come); }
.bad { color: var(--gone); }
.scores { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; font-size: 0.875rem; color: var(--faint); font-variant-numeric: tabular-nums; }
.track { position: relative; height: 2.25rem; margin-top: 0.5rem; direction: ltr; }
.track::before { content: ""; position: absolute; inset: 0.6rem 0 auto; height: 1px; background: var(--line); }
.track i { position: absolute; top: 0.6rem; translate: -50% -50%; }
.track .zero { left: 50%; width: 1px; height: 1.1rem; background: var(--faint); }
.track .zero::after { content: "0"; position: absolute; top: 1.15rem; left: 50%; translate: -50%; font: 0.75rem/1.2 var(--hedgemage-font, system-ui, sans-serif); color: var(--faint); }
.track .band { left: var(--low); width: calc(var(--high) - var(--low)); height: 0.5rem; translate: 0 -50%; border-radius: 0.25rem; background: color-mix(in oklab, currentColor 32%, transparent); }
.track .point { left: var(--gain); width: 0.75rem; height: 0.75rem; border: 2px solid var(--paper); border-radius: 50%; background: currentColor; }
.track.even { color: var(--faint); }
.whole { display: flex; gap: 0.5rem; margin-top: 0.35rem; font-weight: 600; line-height: 1.4; }
.changes { margin-top: 0.55rem; font-size: 0.875rem; }
.changes li { display: grid; grid-template-columns: 3.75rem minmax(0, 1fr); padding-block: 0.12rem; color: var(--faint); }
.changes .kind { font-weight: 600; color: var(--ink); }
.changes .kind.bad { color: var(--gone); }
.facts-of { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.facts-of b, q { color: var(--ink); }
.facts-of b { font-weight: 600; font-variant-numeric: tabular-nums; }
q { font: 0.95em/1.6 var(--text-font); quotes: none; overflow-wrap: anywhere; }

.texts { display: block; }
.texts:focus-visible { outline-offset: -2px; }
table { display: block; width: 100%; }
caption { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; padding: 1rem 1.5rem 0.6rem; font-size: 0.875rem; color: var(--faint); text-align: start; }
caption b { font-weight: 600; color: var(--ink); }
thead, tbody { display: block; }
tr { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
th { padding: 0.4rem 1.5rem; font-size: 0.8125rem; font-weight: 600; text-align: start; color: var(--faint); border-block: 1px solid var(--line); background: var(--sunken); }
td { padding: 0.16rem 1.25rem 0.16rem calc(1.5rem - 3px); border-inline-start: 3px solid transparent; font: 0.84375rem/1.65 var(--text-font); white-space: pre-wrap; overflow-wrap: anywhere; text-align: start; min-height: calc(1.65em + 0.32rem); tab-size: 2; }
td:dir(rtl), td[dir="rtl"] { padding: 0.16rem 1.25rem; }
th + th, td + td { border-inline-start-width: 3px; }
th + th { border-inline-start: 1px solid var(--line); }
td + td { box-shadow: -1px 0 0 var(--line); }
tr.changed > td { padding-block: 0.4rem; }
tbody tr:first-child > td { padding-top: 0.9rem; }
tbody tr:last-child > td { padding-bottom: 1rem; }
tr.changed > .before:has(del) { border-inline-start-color: var(--gone); background: color-mix(in oklab, var(--gone-paper) 34%, transparent); }
tr.changed > .after:has(ins) { border-inline-start-color: var(--come); background: color-mix(in oklab, var(--come-paper) 34%, transparent); }
tr:not(.changed) > td { color: color-mix(in oklab, var(--ink) 82%, var(--paper)); }
del, ins { padding-block: 0.1em; border-radius: 0.2em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
del { color: var(--gone); background: var(--gone-paper); text-decoration: line-through; text-decoration-thickness: 1px; }
ins { color: var(--come); background: var(--come-paper); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.22em; }
.slot { padding: 0.05em 0.3em; border-radius: 0.35em; box-shadow: inset 0 0 0 1px color-mix(in oklab, currentColor 35%, transparent); font-weight: 600; }

footer { padding: 1rem 1.5rem; border-top: 1px solid var(--line); background: var(--sunken); }
form { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 0.3rem 0.75rem; align-items: end; }
label { grid-column: 1 / -1; font-size: 0.875rem; font-weight: 600; }
input { width: 100%; }
input, button { min-height: 2.75rem; padding: 0.45rem 0.9rem; border: 1px solid color-mix(in oklab, var(--faint) 65%, var(--line)); border-radius: calc(var(--radius) * 0.66); font: inherit; font-size: 0.9375rem; color: inherit; background: var(--paper); }
input::placeholder { color: var(--faint); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--gone); }
button { display: inline-flex; align-items: center; justify-content: center; gap: 0.6rem; font-weight: 600; cursor: pointer; white-space: nowrap; }
button:hover { background: var(--sunken); border-color: var(--faint); }
.reject { color: var(--gone); }
.approve { color: var(--on-accent); background: var(--accent); border-color: transparent; }
.approve:hover { background: color-mix(in oklab, var(--accent) 88%, var(--ink)); border-color: transparent; }
button[aria-disabled="true"] { cursor: not-allowed; opacity: 0.55; }
[aria-busy="true"] button { cursor: progress; }
kbd { padding: 0 0.35em; border-radius: 0.3em; font: 500 0.75rem/1.5 inherit; font-family: inherit; box-shadow: inset 0 0 0 1px color-mix(in oklab, currentColor 40%, transparent); }
.hint, .alert { grid-column: 1 / -1; font-size: 0.875rem; }
.hint:empty, .alert:empty, .outcome:empty { display: none; }
.hint, .alert { color: var(--gone); }
.alert { margin-top: 0.75rem; padding: 0.6rem 0.9rem; border-radius: calc(var(--radius) * 0.66); background: var(--gone-paper); overflow-wrap: anywhere; }
.outcome { font-weight: 600; }
.outcome:focus-visible { outline-offset: 4px; border-radius: 0.2rem; }
[data-state="approved"] .outcome { color: var(--come); }
[data-state="rejected"] .outcome { color: var(--gone); }

@container (max-width: 43rem) {
  header, .facts > section, caption, footer { padding-inline: 1rem; }
  h2 { font-size: 1.3125rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody { border-top: 1px solid var(--line); }
  tr { grid-template-columns: minmax(0, 1fr); }
  td { padding-inline: calc(1rem - 3px) 1rem; }
  td + td { box-shadow: none; }
  tr:not(.changed) > .before { display: none; }
  tr.changed > .before:not(:has(del)), tr.changed > .after:not(:has(ins)) { display: none; }
  form { grid-template-columns: 1fr 1fr; }
  input, .hint { grid-column: 1 / -1; margin-bottom: 0.35rem; }
  button { padding-inline: 0.5rem; }
}
@container (min-width: 43.01rem) {
  header { flex-wrap: nowrap; }
  footer { position: sticky; bottom: 0; }
}
@container (max-width: 24rem) { kbd { display: none; } }
@media (forced-colors: active) {
  .state, del, ins, .alert { border: 1px solid; }
  .approve { forced-color-adjust: none; color: ButtonText; background: ButtonFace; border-color: ButtonText; }
  .track { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: no-preference) {
  button, .state { transition: background-color 120ms, color 120ms, border-color 120ms; }
}
@media print { footer { position: static; } form { display: none; } }
`;
