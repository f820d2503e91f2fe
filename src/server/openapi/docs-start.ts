/** Wider than the pages of links in mails, since it has tables, whose cells are below each other on a narrow screen. */
export const style = `<style>
  main { max-width: 60rem; overflow-wrap: anywhere; }
  summary { padding: 0.625rem 0; font-weight: 600; cursor: pointer; }
  details { border-top: 1px solid light-dark(#dfe3e0, #29323b); }
  small { color: light-dark(#5a6672, #98a5b1); font-weight: 400; }
  h2 { margin: 1.5rem 0 0.5rem; font-size: 1.125rem; }
  ul { padding-left: 1.125rem; }
  li { margin-bottom: 0.5rem; }
  main li a, main p a { padding: 0; }
  pre { overflow-x: auto; padding: 0.75rem; background: light-dark(#f4f5f3, #0e1318); border-radius: 6px; }
  table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
  tr { border-top: 1px solid light-dark(#dfe3e0, #29323b); }
  td { padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; }
  td:empty { display: none; }
  @media (max-width: 40rem) { tr { display: block; padding: 0.25rem 0; } td { display: block; padding: 0; } }
</style>`

/** What a program needs to know before its first request. */
export const startOf = (url: string): string => `
<p>What programs can ask of this server. <a href="/api/openapi.json">openapi.json</a> tells it to generators of clients.</p>
<h2>Sign in</h2>
<p>With an access token in each request, which is its person's. Or as a browser does: get <code>/sanctum/csrf-cookie</code>, post
<code>email</code> and <code>password</code> to <code>/login</code>, keep the cookies, and send the cookie XSRF-TOKEN, decoded, as the
header X-XSRF-TOKEN with each change.</p>
<pre>curl -H 'Authorization: Bearer 4|plb_…' '${url}/api/user'</pre>
<h2>Lists</h2>
<p>They are whole, or with <code>page</code> and <code>per_page</code>, at most 500, a page, which has <code>data</code>,
<code>total</code> and <code>last_page</code>. <code>search</code>, <code>sort_column</code>, <code>sort_direction</code> and fields by
their names narrow and sort them. <code>since</code> asks for what has changed.</p>
<h2>Changes</h2>
<p>Sent again with the same <code>Idempotency-Key</code>, a change is made once. A change with <code>updated_at</code> as it was read is
answered 409 if somebody else has changed the record since. The <code>X-Change-Id</code> of an answer takes it back by
<code>POST /api/undo</code>.</p>
<h2>Errors</h2>
<p>All have a <code>message</code>. 401: nobody is signed in. 403: this person may not. 404: it is not there for this person. 419: the
anti-forgery token is wrong. 422: <code>errors</code> by field, or <code>warnings</code>, which <code>confirmed</code> confirms by their
codes.</p>
<h2>Limits</h2>
<p>A request has at most a megabyte, and 500 records, 50 of a guest. 429 says in <code>Retry-After</code> after how many seconds it goes
on.</p>
<h2>Kinds of records</h2>`
