import type { Catalog } from '../resource/catalog.ts'
import { id, schemaNamed, type JsonSchema } from './json-schema.ts'
import {
  asJson,
  byAnyone,
  byChange,
  empty,
  file,
  refusedBy,
  told,
  type Described,
  type Operation,
} from './operation.ts'
import { list, object, string } from './own-schemas.ts'

const sent = (schema: JsonSchema): JsonSchema => ({ required: true, content: asJson(schema) })
const asked = (name: string, schema: JsonSchema, description: string, required = false): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema,
  ...(required && { required }),
})
const header = (name: string, schema: JsonSchema, required = true): JsonSchema => ({
  name,
  in: 'header',
  required,
  schema,
})

const described =
  (tag: string) =>
  (
    method: Described['method'],
    path: string,
    operationId: string,
    operation: Pick<Operation, 'summary' | 'responses'> & Partial<Operation>,
  ): Described => ({ method, path, operation: { operationId, tags: [tag], ...operation } })

const session = described('Session')
const server = described('Server')
const everywhere = described('Everything')
const uploads = described('Uploads')

const signingIn: Described[] = [
  session('get', '/sanctum/csrf-cookie', 'session.token', {
    summary: 'Get the anti-forgery token',
    description: 'It is in the cookie XSRF-TOKEN, and goes back in the header X-XSRF-TOKEN of every change.',
    security: byAnyone,
    responses: { 204: empty },
  }),
  session('post', '/login', 'session.sign_in', {
    summary: 'Sign in',
    security: [{ xsrf: [] }],
    requestBody: sent(object({ email: string, password: { type: 'string', format: 'password' } })),
    responses: {
      204: empty,
      200: told('The code of an authenticator app is asked for as well.', object({ two_factor: { type: 'boolean' } })),
      ...refusedBy(419, 422, 429),
    },
  }),
  session('post', '/two-factor-challenge', 'session.two_factor', {
    summary: 'Finish a sign-in with the code of an authenticator app, or a recovery code',
    security: [{ xsrf: [] }],
    requestBody: sent(object({ code: string, recovery_code: string }, [])),
    responses: { 204: empty, ...refusedBy(419, 422, 429) },
  }),
  session('post', '/login/link', 'session.ask_for_link', {
    summary: 'Ask for a mail or a text message with a link and a code to sign in',
    description: 'Answers alike whether there is an account or not.',
    security: [{ xsrf: [] }],
    requestBody: sent(object({ email: string, phone: string }, [])),
    responses: { 204: empty, ...refusedBy(404, 419, 422, 429) },
  }),
  session('post', '/login/code', 'session.sign_in_by_code', {
    summary: 'Sign in with that code, in the browser that asked for it',
    security: [{ xsrf: [] }],
    requestBody: sent(object({ email: string, phone: string, code: string }, ['code'])),
    responses: {
      204: empty,
      200: told('The code of an authenticator app is asked for as well.', object({ two_factor: { type: 'boolean' } })),
      ...refusedBy(419, 422, 429),
    },
  }),
  session('post', '/logout', 'session.sign_out', {
    summary: 'Sign out',
    security: [{ xsrf: [] }],
    responses: { 204: empty, ...refusedBy(419) },
  }),
  session('get', '/api/user', 'session.user', {
    summary: 'Who is signed in, and what they may do',
    responses: { 200: told('The person.', schemaNamed('CurrentUser')), ...refusedBy(401, 429) },
  }),
  session('post', '/broadcasting/auth', 'session.join', {
    summary: 'Join channels of live events',
    description: 'In the protocol of Pusher: a channel is `rfis.4`, of the person with the id 4.',
    requestBody: sent(object({ socket_id: string, channel_name: string, channel_names: list(string) }, ['socket_id'])),
    responses: { 200: told('Signatures.', { type: 'object' }), ...refusedBy(401, 403) },
  }),
]

const ofTheServer: Described[] = [
  server('get', '/api/app', 'server.about', {
    summary: 'What this server can do',
    security: byAnyone,
    responses: { 200: told('Its version and features.', schemaNamed('About')), ...refusedBy(429) },
  }),
  server('get', '/api/app/logo', 'server.logo', {
    summary: 'The logo of the company',
    security: byAnyone,
    responses: { 200: file, ...refusedBy(404) },
  }),
  server('get', '/api/openapi.json', 'server.openapi', {
    summary: 'This document',
    security: byAnyone,
    responses: { 200: told('OpenAPI 3.1.', { type: 'object' }), 304: { description: 'As it was.' }, ...refusedBy(429) },
  }),
  server('get', '/api/docs', 'server.docs', {
    summary: 'This document as a page',
    security: byAnyone,
    responses: { 200: { description: 'The page.', content: { 'text/html': {} } }, ...refusedBy(429) },
  }),
  server('get', '/api/file_links/{content}/{signature}', 'server.file', {
    summary: 'A file by a link',
    security: byAnyone,
    responses: { 200: file, 410: { description: 'The link has expired.' }, ...refusedBy(404) },
  }),
]

const ofEverything = (catalog: Catalog): Described[] => {
  const kinds = catalog.entities.flatMap(({ name, display }) => (display.findable ? name : []))
  return [
    everywhere('get', '/api/search', 'search', {
      summary: 'Search records of all kinds',
      parameters: [
        asked('q', string, 'The words.', true),
        asked('kinds[]', list({ type: 'string', enum: kinds }), 'Only these kinds, and more of them.'),
        asked('near[]', list(id), 'Projects whose records come first.'),
      ],
      responses: { 200: told('What was found.', schemaNamed('Found')), ...refusedBy(401, 422, 429) },
    }),
    everywhere('post', '/api/together', 'together', {
      summary: 'Read several addresses at once',
      description: 'Each is answered as if it was asked by itself: its status, its ETag, and its body.',
      requestBody: sent(object({ reads: list(object({ path: string, tag: string }, ['path'])) })),
      responses: {
        200: told('The answers, in the order of the reads.', object({ answers: list(schemaNamed('Together')) })),
        ...refusedBy(401, 419, 422, 429),
      },
    }),
    everywhere('post', '/api/undo', 'undo', {
      summary: 'Take changes back',
      description: 'By the X-Change-Id of an answer, or the X-Change-Group of requests, for 24 hours.',
      security: byChange,
      requestBody: sent(object({ change: string, group: string, confirmed: schemaNamed('Confirmed') }, [])),
      responses: {
        200: told(
          'What was undone, and what was left as it is.',
          object({
            undone: string,
            change: string,
            left: list(schemaNamed('Left')),
            changed: list({ type: 'object' }),
          }),
        ),
        ...refusedBy(401, 403, 404, 419, 422, 429),
      },
    }),
  ]
}

const tus = header('Tus-Resumable', { const: '1.0.0' })
const offset = header('Upload-Offset', { type: 'integer', minimum: 0 })
const ofUploads: Described[] = [
  uploads('post', '/uploads', 'uploads.create', {
    summary: 'Begin a resumable upload',
    description:
      'In the protocol tus 1.0. The metadata have `filename`, and `for`: the address that the file is for, such as /api/projects/4/attachments. Afterwards its id goes there as `upload_id`.',
    security: byChange,
    parameters: [tus, header('Upload-Length', { type: 'integer', minimum: 0 }), header('Upload-Metadata', string)],
    responses: { 201: { description: 'Its address is in Location.' }, ...refusedBy(401, 403, 404, 419, 422, 429) },
  }),
  uploads('head', '/uploads/{upload}', 'uploads.offset', {
    summary: 'How much has arrived',
    parameters: [tus],
    responses: { 200: { description: 'As Upload-Offset.' }, ...refusedBy(401, 404) },
  }),
  uploads('patch', '/uploads/{upload}', 'uploads.send', {
    summary: 'Send the next bytes',
    security: byChange,
    parameters: [tus, offset],
    requestBody: { content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    responses: { 204: empty, ...refusedBy(401, 404, 409, 419, 429) },
  }),
  uploads('delete', '/uploads/{upload}', 'uploads.destroy', {
    summary: 'Give an upload up',
    security: byChange,
    parameters: [tus],
    responses: { 204: empty, ...refusedBy(401, 404, 419) },
  }),
]

/** The server's operations that are those of no entity. */
export const ownPaths = (catalog: Catalog): Described[] => [
  ...signingIn,
  ...ofTheServer,
  ...ofEverything(catalog),
  ...ofUploads,
]
