import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentFields } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { endpointsOf } from '../security/endpoints.ts'

/** An operation as the document has it. */
interface Told {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly 'x-permission'?: { any_of: string[]; by_default: string[]; guests: boolean }
}

let world: Awaited<ReturnType<typeof createTestWorld>>
// The document is read as any client reads it, by names.
// oxlint-disable-next-line typescript/no-explicit-any
let api: any
let operations: Told[]
beforeAll(async () => {
  world = await createTestWorld({ sample: false })
  api = (await world.client().get('/api/openapi.json')).data
  operations = Object.entries<Record<string, Told>>(api.paths).flatMap(([path, { parameters: _, ...item }]) =>
    Object.entries(item).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  )
})
afterAll(() => world.close())

const at = (path: string) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')

describe('the description of the API', () => {
  test('is a valid document of OpenAPI 3.1', async () => {
    expect(await new Validator().validate(api)).toEqual({ valid: true })
    expect(api.openapi).toBe('3.1.0')
  })

  test('names each operation once, by names that generators can use', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((one, place) => ids.indexOf(one) !== place)).toEqual([])
    expect(ids.filter((one) => !/^[a-z][\w-]*(\.[a-z][\w-]*)*$/.test(one))).toEqual([])
    expect(ids).toEqual(
      expect.arrayContaining([
        'rfis.index',
        'rfis.send',
        'projects.rfis.store',
        'projects.attachments.file',
        'session.sign_in',
        'held_changes.replace',
      ]),
    )
  })

  test('has every route, or says here why not', () => {
    const reasons: [pattern: RegExp, why: string][] = [
      [/^PUT .*\/\{id\}$/, 'does what PATCH does, as the description of PATCH says'],
      [
        /^(GET|POST) \/(forgot-password|reset-password|invite|sign-in|confirm|unsubscribe|mail)/,
        'is a page that a mail leads to',
      ],
      [/^\w+ \/(passkeys|user)\//, 'is what browsers do for whoever sits before them, as Fortify and WebAuthn have it'],
      [/^\w+ \/s\//, 'is what the page of a share link asks, whose address is its key'],
      [/^GET \/calendar\//, 'is a calendar by a secret address, which programs for calendars follow'],
      [/^GET \/(healthz|readyz|metrics)$/, 'is for who operates the server, and in OPERATING.md'],
    ]
    const told = new Set(operations.map(({ method, path }) => `${method} ${path}`))
    // What all methods pass through is no operation.
    const routes = endpointsOf(world).flatMap(({ method, path }) => (method === 'ALL' ? [] : `${method} ${at(path)}`))
    const untold = routes.filter((route) => !told.has(route) && !reasons.some(([pattern]) => pattern.test(route)))
    expect(untold).toEqual([])
    const invented = [...told].filter((one) => !routes.includes(one) && !/ \/uploads/.test(one))
    expect(invented).toEqual([])
  })

  test('names every field, filter, verb, action and query of every entity', () => {
    const byId = new Set(operations.map(({ operationId }) => operationId))
    for (const entity of world.app.services.catalog.entities) {
      const name = entity.name.replace(/(^|_)([a-z])/g, (_, _between, letter: string) => letter.toUpperCase())
      const { schemas, parameters } = api.components
      for (const [field, { facts }] of Object.entries({ ...entity.fields, ...entity.computed } as Fields)) {
        const isRead = field in schemas[name].properties
        const isSent = field in schemas[`${name}Draft`].properties
        const isHidden = facts.writeOnly === true || facts.readableBy?.name === 'nobody'
        expect([entity.name, field, isRead], field).toEqual([entity.name, field, !isHidden])
        if (!(field in entity.computed)) expect([field, isSent]).toEqual([field, !facts.readonly])
      }
      expect(Object.keys(parameters[`${name}Filters`].schema.properties)).toEqual(
        expect.arrayContaining(Object.keys(entity.filters)),
      )
      const attached = attachmentFields(entity)
      const [parent] = world.app.services.catalog.attachableEntities(entity)
      const place = attached ? entity.endpoint.replace(`{${attached.type}}`, parent?.table ?? '') : entity.endpoint
      const start = place
        .split('/')
        .filter((part) => part !== 'api' && !part.startsWith('{'))
        .join('.')
      const verbs = ['index', 'show', 'store', 'store_many', 'update', 'destroy', 'history', 'last_changes']
      for (const verb of [...verbs, ...entity.actions, ...entity.collectionActions, ...entity.queries])
        expect(byId).toContain(`${start}.${verb}`)
    }
  })

  test('says what is required, what may be empty, and what a value may be', () => {
    const { Rfi, RfiDraft, RfiChange } = api.components.schemas
    expect(RfiDraft.required).toEqual(['title', 'question'])
    expect(RfiChange.required).toBeUndefined()
    expect(RfiDraft.properties.schedule_impact_days).toMatchObject({ type: ['integer', 'null'], maximum: 3650 })
    expect(Rfi.properties.due_date).toMatchObject({ type: ['string', 'null'], format: 'date' })
    expect(Rfi.properties.cost_impact.enum).toEqual(['none', 'possible', 'yes'])
    expect(Rfi.properties.messages).toMatchObject({ items: { $ref: '#/components/schemas/Message' } })
    expect(RfiDraft.properties).not.toHaveProperty('sent_at')
    expect(api.components.schemas.User.properties).not.toHaveProperty('password')
    expect(api.components.schemas.UserDraft.properties.password.format).toBe('password')
    const reject = api.paths['/api/projects/{project_id}/punch_items/{id}/reject'].post
    expect(reject.requestBody.content['application/json'].schema.required).toContain('reason')
  })

  test('says what actions and queries read of a request', () => {
    const { content } = api.paths['/api/schedule_events/clear'].post.requestBody
    expect(content['application/json'].schema.required).toEqual(['ids', 'from', 'to'])
    const move = api.paths['/api/projects/{project_id}/documents/{id}/move'].post.requestBody
    expect(move.content['application/json'].schema.properties.folder_id).toMatchObject({ type: 'integer' })
    const { parameters } = api.paths['/api/payroll_batches/preview'].get
    expect(parameters).toMatchObject([{ name: 'starts_on', required: true }, { name: 'ends_on' }])
    const weather = api.paths['/api/projects/{project_id}/daily_logs/weather'].get
    expect(weather.parameters).toEqual([])
  })

  test('says who may do what', () => {
    const may = (id: string) => operations.find(({ operationId }) => operationId === id)?.['x-permission']
    expect(may('customers.update')).toEqual({
      any_of: ['edit in customers'],
      by_default: ['admin', 'project_manager', 'office_staff'],
      guests: true,
    })
    expect(may('rfis.send')).toMatchObject({ any_of: ['create in rfis'], guests: false })
    expect(may('phases.index')).toMatchObject({ any_of: [] })
    expect(may('company_settings.destroy')).toEqual({ any_of: [], by_default: [], guests: false })
  })

  test('is sent again only when it has changed', async () => {
    const { headers } = await world.client().get('/api/openapi.json')
    const etag = headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect((await world.client().get('/api/openapi.json', { 'if-none-match': etag })).status).toBe(304)
    expect((await world.client().get('/api/openapi.json', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })
})

describe('its page', () => {
  let page: string
  beforeAll(async () => {
    page = (await world.client().get('/api/docs')).data
  })

  test('has every operation, and the fields and permissions of each kind', () => {
    for (const { operationId, method, path } of operations)
      expect(page).toContain(`<li id="${operationId}"><b>${method}</b> <code>${path}</code>`)
    expect(page).toContain('Needs create in rfis.')
    expect(page).toContain('<code>schedule_impact_days</code>')
    expect(page).toMatch(
      /curl -H &#39;Authorization: Bearer 4\|plb_…&#39; &#39;http:\/\/plumbline.test\/api\/projects\/1\/rfis\?page=1&#39;/,
    )
  })

  test('calls nobody and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link[^>]+stylesheet|<iframe|@import|url\(|\son\w+=/i)
    const addresses = [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.filter((address) => !/^[/#]/.test(address ?? ''))).toEqual([])
  })

  test('is light', () => {
    expect(page.length).toBeLessThan(500_000)
  })
})

test('neither tells anything of the company, whoever asks', async () => {
  const own = await createTestWorld({ database: await sampleSqlite() })
  const texts = async (client: { get: (path: string) => Promise<{ data: unknown }> }) =>
    Promise.all(['/api/openapi.json', '/api/docs'].map(async (path) => JSON.stringify((await client.get(path)).data)))
  const anonymous = await texts(own.client())
  expect(await texts(await own.signIn('customer@plumbline.test'))).toEqual(anonymous)
  expect(await texts(await own.signIn('admin@plumbline.test'))).toEqual(anonymous)
  const { data: fields } = await (await own.signIn('admin@plumbline.test')).get('/api/custom_fields')
  expect(fields.length).toBeGreaterThan(0)
  for (const { name } of fields) expect(anonymous[0]).not.toContain(`"${name}"`)
  await own.close()
})
