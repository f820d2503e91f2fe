import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A page rendered by the server, outside the app: for links in mail, and for setup before anyone can sign in. */
export const page = (title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          :root {
            font:
              16px/1.5 system-ui,
              sans-serif;
            color: light-dark(#141b22, #edf1f4);
            background: light-dark(#f4f5f3, #0e1318);
          }
          main {
            max-width: 26rem;
            margin: 10vh auto;
            padding: 0 1rem;
          }
          label {
            display: block;
            margin-top: 1rem;
            font-weight: 600;
          }
          input {
            display: block;
            box-sizing: border-box;
            width: 100%;
            padding: 0.6rem;
            font: inherit;
            border: 1px solid #8b96a0;
            border-radius: 6px;
          }
          button {
            margin-top: 1.5rem;
            padding: 0.7rem 1.2rem;
            font: inherit;
            font-weight: 600;
            color: #fff;
            background: #1b57c2;
            border: 0;
            border-radius: 6px;
          }
          [role='alert'] {
            color: light-dark(#be400b, #ff9a62);
            font-weight: 600;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`

/** An error message above a form; empty when there is no error. */
export const problem = (text: string): Html | '' => (text ? html`<p role="alert">${text}</p>` : '')
