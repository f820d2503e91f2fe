import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Where the company's logo is, for everyone. */
export const LOGO_PATH = '/api/app/logo'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** The colours of src/theme/semantic-tokens.ts, which only the browser's build can read. */
const style = raw(`
  :root {
    color-scheme: light dark;
    font: 16px/1.45 system-ui, sans-serif;
    color: light-dark(#141b22, #edf1f4);
    background: light-dark(#f4f5f3, #0e1318);
  }
  body { margin: 0; }
  header { background: light-dark(#141b22, #0a0e12); }
  header a {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 3.5rem;
    padding: 0 1rem;
    color: #fff;
    font-size: 1.0625rem;
    font-weight: 650;
    text-decoration: none;
  }
  header img { max-width: 50%; max-height: 2.25rem; padding: 0.125rem 0.25rem; background: #fff; border-radius: 4px; }
  header svg { flex: none; width: 1rem; height: 1.625rem; color: #f5b70a; }
  main {
    box-sizing: border-box;
    max-width: 27rem;
    margin: clamp(1.5rem, 10vh, 6rem) auto 1.5rem;
    padding: 1.5rem;
    background: light-dark(#fff, #171e25);
    border: 1px solid light-dark(#dfe3e0, #29323b);
    border-radius: 10px;
  }
  @media (max-width: 29rem) { main { margin: 1rem; } }
  h1 { margin: 0 0 0.75rem; font-size: 1.5625rem; font-weight: 680; line-height: 1.2; letter-spacing: -0.012em; }
  p { margin: 0 0 0.75rem; color: light-dark(#5a6672, #98a5b1); }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input {
    display: block;
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75rem;
    margin-top: 0.25rem;
    padding: 0 0.75rem;
    color: inherit;
    font: inherit;
    background: light-dark(#fff, #0e1318);
    border: 1px solid light-dark(#6d7781, #838f9b);
    border-radius: 6px;
  }
  button {
    width: 100%;
    min-height: 2.75rem;
    margin-top: 1.5rem;
    padding: 0 1.25rem;
    color: light-dark(#fff, #0b1526);
    font: inherit;
    font-weight: 600;
    background: light-dark(#1b57c2, #7fabff);
    border: 0;
    border-radius: 6px;
    cursor: pointer;
  }
  nav { text-align: center; }
  nav a, main a {
    display: inline-block;
    padding: 0.625rem 0.5rem;
    color: light-dark(#1b57c2, #7fabff);
    font-weight: 550;
  }
  main p a { padding-inline: 0; }
  :focus-visible { outline: 2px solid light-dark(#1b57c2, #7fabff); outline-offset: 2px; }
  header :focus-visible { outline-color: #fff; outline-offset: -4px; }
  [role='alert'] { color: light-dark(#be400b, #ff9a62); font-weight: 600; }
`)

const mark = raw(
  '<svg viewBox="0 0 24 40" aria-hidden="true" fill="currentColor"><rect x="11" width="2" height="16" rx="1"/><path d="M7.2 14h9.6a1 1 0 0 1 1 1.2l-1.6 9.6L12.6 39a.7.7 0 0 1-1.2 0L7.8 24.8l-1.6-9.6a1 1 0 0 1 1-1.2Z"/></svg>',
)

/**
 * Renders pages outside the app, for links in mail and for the setup before anyone can sign in, which have to work
 * without scripts. They look like the app, and lead back to it.
 */
export const createPage =
  ({ companyName, logo }: { companyName: string; logo: () => Promise<unknown> }) =>
  async (title: string, body: Html): Promise<HtmlEscapedString> => {
    const sign = (await logo()) ? html`<img src="${LOGO_PATH}" alt="" />` : mark
    return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · ${companyName}</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <style>
            ${style}
          </style>
        </head>
        <body>
          <header><a href="/">${sign} ${companyName}</a></header>
          <main>
            <h1>${title}</h1>
            ${body}
          </main>
          <nav><a href="/welcome">Back to sign in</a></nav>
        </body>
      </html>`
  }
export type Page = ReturnType<typeof createPage>

/** An error message above a form; empty when there is no error. */
export const problem = (text: string): Html | '' => (text ? html`<p role="alert">${text}</p>` : '')
