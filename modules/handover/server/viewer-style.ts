/** The style of a package's index.html: light and dark, on screens and on paper. */
export const viewerStyle = `:root {
  color-scheme: light dark;
  --paper: #f6f7f8; --card: #ffffff; --ink: #141b22; --muted: #56616c; --line: #d9dee3; --link: #0b5cad; --alarm: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #11161b; --card: #191f26; --ink: #e8ecf0; --muted: #a3aeb9; --line: #303943; --link: #7db8f5; --alarm: #ff9d94; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); text-underline-offset: 2px; }
a:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2:focus { outline: none; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 24px; background: var(--card); border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
header label { flex: 1 1 220px; max-width: 480px; margin-inline-start: auto; }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--muted); border-radius: 8px; }
.layout { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 24px; max-width: 1280px; margin: 0 auto; padding: 24px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; justify-content: space-between; gap: 12px; min-height: 40px; padding: 8px 12px; border-radius: 8px; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--card); }
nav a[aria-current] { font-weight: 600; box-shadow: inset 3px 0 var(--link); }
.count, .note { color: var(--muted); font-size: 14px; }
main { min-width: 0; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
main h1, main h2 { margin-top: 0; }
.logos { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; justify-content: space-between; margin-bottom: 32px; }
.logos div { padding: 8px; border-radius: 8px; }
.logos div:has(img) { background: #ffffff; }
.logos img { display: block; max-width: 220px; max-height: 72px; }
dl { display: grid; grid-template-columns: minmax(120px, 200px) minmax(0, 1fr); gap: 6px 16px; }
dt { color: var(--muted); }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px 8px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; min-width: 80px; }
thead th { color: var(--muted); font-size: 14px; }
tbody th { min-width: 200px; }
article { padding: 8px 0; border-top: 1px solid var(--line); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 16px; }
figure { margin: 0; }
figure img { width: 100%; height: 160px; object-fit: cover; border-radius: 8px; background: var(--paper); }
figcaption { color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; }
.missing { color: var(--alarm); }
.history { padding-inline-start: 20px; }
.history p { margin: 0; }
@media (max-width: 760px) {
  .layout { grid-template-columns: minmax(0, 1fr); padding: 12px; gap: 12px; }
  header { padding: 12px; }
  nav ul { display: flex; overflow-x: auto; }
  nav a { white-space: nowrap; }
  main { padding: 16px; }
  thead { display: none; }
  tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
  th, td { display: block; padding: 0; border: 0; }
  td { color: var(--muted); }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 8px; }
}
@media print {
  body, main { background: #ffffff; color: #000000; border: 0; padding: 0; }
  header, nav { display: none; }
  .layout { display: block; padding: 0; }
  details > * { display: block; }
}
`
