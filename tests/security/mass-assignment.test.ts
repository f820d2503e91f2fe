import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseColumns, guardOf, type Entity } from '#core/entity/entity.ts'
import type { Field, Fields } from '#core/entity/field.ts'
import { isStored } from '#server/db/codec.ts'
import { placesOf } from '#server/resource/routes.ts'
import { createContext } from '#server/context/create-context.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createDrafts } from '../drafts.ts'
import { createTestWorld } from '../harness.ts'
import { runs } from '../tier.ts'
import { createCast, people, type Cast, type Person, type TestWorld } from './cast.ts'
import { filled, truthOf, type Truth } from './endpoints.ts'
import { stampFields } from '#core/entity/workflow.ts'

const LONG_AGO = '2001-01-01T00:00:00.000Z'
const verbs = ['create', 'edit', 'create many', 'edit many'] as const
type Verb = (typeof verbs)[number]

/** What the server sets of every file with a preview. */
const ofFiles = ['mime', 'size', 'sha256', 'path', 'preview_path', 'image', 'preview_state', 'pages', 'user_id']

/**
 * The read-only fields, listed by hand in order to detect descriptions that forget one. Computed fields, ids and stamps
 * are added to these.
 */
const servers: Record<string, readonly string[]> = {
  crew: ['user_id'],
  day_signature: ['holder_id', 'entered_id', 'voided_at'],
  time_entry: ['creator_id', 'reviewed_id', 'reviewed_at', 'week_id'],
  timecard: [
    'submitted_id',
    'submitted_at',
    'approved_id',
    'approved_at',
    'rejected_id',
    'rejected_at',
    'rejected_reason',
    'reopened_reason',
    'exception_reason',
    'exported_id',
    'exported_at',
    'disputed_reason',
    'disputed_at',
    'disputed_entry_id',
    'disputed_hours',
    'disputed_before',
    'dispute_answer',
    'dispute_answered_id',
    'dispute_answered_at',
    'signature_path',
    'signed_at',
    'signed_with_id',
    'signed_lines',
    'signature_void_at',
    'totals',
    'split',
  ],
  rfi: ['user_id', 'views', 'sent_id', 'sent_at', 'resolved_id', 'resolved_at'],
  punch_item: [
    'user_id',
    'completed_id',
    'completed_at',
    'closed_id',
    'closed_at',
    'rejected_id',
    'rejected_at',
    'rejected_reason',
  ],
  task: ['user_id', 'default_task_id', 'completed_id', 'completed_at'],
  message: ['user_id', 'views', 'official_at'],
  company_setting: ['logo_id'],
  work_schedule_agreement: ['document_id'],
  certification: ['document_id'],
  attachment: ['name', 'mime', 'size', 'path', 'preview_path', 'image', 'user_id'],
  notification: [
    'user_id',
    'subject_type',
    'subject_id',
    'project_id',
    'kind',
    'actor_id',
    'text',
    'note',
    'href',
    'told_at',
    'read_at',
    'done_at',
    'later_at',
  ],
  notification_choice: ['user_id', 'token'],
  muted_project: ['user_id'],
  notification_setting: ['user_id', 'token'],
  push_device: ['user_id', 'endpoint', 'p256dh', 'auth', 'name'],
  follow: ['user_id', 'reason'],
  project: ['archived_id', 'archived_at', 'default_documents_copied'],
  user: ['last_login_at', 'email_verified_at', 'integration'],
  daily_log: [
    'user_id',
    'weather_auto',
    'completed_id',
    'completed_at',
    'signature_path',
    'reopened_reason',
    'shared_at',
    'signed_crew',
  ],
  daily_log_entry: ['user_id', 'status'],
  calendar_feed: ['user_id', 'project_id', 'token', 'given_at'],
  share_link: [
    'user_id',
    'made_by_id',
    'title',
    'ends_at',
    'ended_at',
    'opened_at',
    'opens',
    'seen_at',
    'confirmed_at',
  ],
  access_token: ['user_id', 'ends_at', 'last_used_at', 'token'],
  webhook: ['user_id', 'made_by_id', 'secret_number', 'failing_since', 'off_why'],
  webhook_delivery: ['event_id', 'subject_id', 'changed_by_id', 'changed', 'state', 'next_at', 'tried_at', 'sent'],
  security_event: ['user_id', 'at', 'event', 'detail', 'address', 'browser', 'times', 'together'],
  handover: [
    'user_id',
    'name',
    'mime',
    'size',
    'sha256',
    'path',
    'preview_path',
    'image',
    'state',
    'error',
    'done',
    'total',
    'made_at',
  ],
  report_mail: ['token', 'sent_on', 'ended_reason'],
  schedule_notice: ['user_id', 'published_id', 'told_at', 'changes', 'token_hash', 'answered_at'],
  schedule_event: [
    'published_id',
    'published_at',
    'published',
    'answers',
    'draft',
    'drafted_id',
    'told_user_id',
    'told_project_id',
    'told_from',
    'told_to',
    'attendees',
    'everyone',
    'request_id',
  ],
  time_off_request: ['user_id', 'declined_reason'],
  punch_mailing: ['name', 'mime', 'size', 'path', 'preview_path', 'image', 'user_id', 'address'],
  daily_log_mailing: ['name', 'mime', 'size', 'path', 'preview_path', 'image', 'user_id', 'addresses'],
  folder: ['is_default', 'path', 'default_folder_id'],
  folder_access: ['subject'],
  default_folder_access: ['subject'],
  document: [...ofFiles, 'version', 'versions', 'text_state', 'text_problem', 'external_id', 'default_document_id'],
  default_document: [...ofFiles, 'version', 'versions'],
  drawing: [
    ...ofFiles,
    'state',
    'error',
    'number_box',
    'taught',
    'published_id',
    'published_at',
    'shared_id',
    'shared_at',
  ],
  drawing_sheet: ['sheet_key', 'current_revision_id', 'shared_revision_id', 'shared_at'],
  drawing_revision: [
    'project_id',
    'drawing_sheet_id',
    'page',
    'name',
    ...ofFiles,
    'width',
    'height',
    'kind',
    'state',
    'error',
    'text',
    'runs',
    'number_box',
    'boxes',
    'certainty',
    'likely',
    'content',
    'scale',
    'alignments',
    'stamped',
    'published_id',
    'published_at',
    'shared_at',
    'superseded_at',
    'superseded_by',
  ],
  markup: ['project_id', 'user_id', 'bbox', 'published_id', 'published_at'],
  certified_payroll: ['number', 'amendment', 'data', 'signed_by', 'signed_title', 'signature_path'],
  payroll_batch: ['mapping_name', 'columns', 'creator_id', 'totals', 'weeks', 'rows', 'undone_id', 'undone_at'],
}
/** What the server alone sets, with the stamps of its workflow's states and marks. */
const serversOf = ({ name, workflow }: Entity): readonly string[] => [
  ...(servers[name] ?? []),
  ...(workflow ? Object.keys(stampFields(workflow).fields) : []),
]
/** Stamps that clients may set. */
const theirs = [
  'attachment.taken_at',
  'daily_log_entry.observed_at',
  'daily_log_entry.reported_at',
  'schedule_event.starts_at',
  'schedule_event.ends_at',
]
/** The nth Monday of this century: a past day, which a daily log needs, and not the first of a company's week. */
const mondayOf = (n: number) => new Date(Date.UTC(2001, 0, 1 + 7 * n)).toISOString().slice(0, 10)
/** Flags that the server sets by the other values of a record, which copies have as well. */
const ofCopies: Readonly<Record<string, (one: Truth) => boolean>> = {
  everyone: (one) => one.everyone === true,
  outside: (one) => one.outside === true,
  // Calendar events are published at once.
  draft: (one) => one.kind !== 'calendar',
}
/** Fields of a person that only the office or administrators may set. */
const ofPeople = ['role', 'license', 'active', 'has_access', 'permission_overrides', 'customer_id', 'contact_type_id']

describe.each(enginesOfTier)('mass assignment on $engine', ({ openSample }) => {
  let world: TestWorld
  let cast: Cast
  let all: Map<string, Truth[]>
  let entities: readonly Entity[]
  let count = 0
  let settings = 0
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    cast = await createCast(world)
    const admin = cast.clientOf('admin')
    await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', jpeg()] })
    const drafts = createDrafts(world.app, admin)
    // Modules without sample data have no records to test.
    const known = await truthOf(world)
    for (const entity of world.app.services.catalog.entities)
      if (!known.get(entity.name)?.length && guardOf(entity, 'create')(cast.userOf('admin')))
        await admin.post(await drafts.pathTo(entity), await drafts.draftOf(entity))
    all = await truthOf(world)
    entities = world.app.services.catalog.entities
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const fieldsOf = (entity: Entity): Fields => entity.fields
  const rowOf = (entity: Entity, id: number) => {
    const ctx = createContext(world.app.services, { user: world.app.system })
    return ctx.find(entity, id) as Promise<Truth | null>
  }

  /** The fields that clients must not set, with forged values. */
  function forged(entity: Entity, one: Truth, verb: Verb): Record<string, unknown> {
    const value = (name: string, { kind, facts, fallback }: Field<unknown>): unknown => {
      if (kind === 'flag') return !(verb.startsWith('edit') ? one[name] : (ofCopies[name]?.(one) ?? fallback))
      if (kind === 'instant') return LONG_AGO
      if (kind === 'number') return 4711
      if (kind === 'ref')
        return (all.get(facts.ref?.entity ?? '') ?? []).find(({ id }) => id !== one[name] && id > 7)?.id
      if (kind === 'lines') return [{ id: 1, user_id: 8, [`${entity.name}_id`]: 1 }]
      return kind === 'json' || kind === 'embed' ? [{ forged: true }] : 'forged'
    }
    const names = [...serversOf(entity), ...Object.keys(entity.computed)]
    const known: Fields = { ...entity.fields, ...entity.computed }
    return {
      id: 7,
      created_at: LONG_AGO,
      deleted_at: LONG_AGO,
      password_hash: 'forged',
      permissions: { users: { edit: true } },
      ...Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, value(name, known[name])]] : []))),
    }
  }

  /** A copy of `one` that violates no unique field. */
  function like(entity: Entity, one: Truth): Record<string, unknown> {
    const n = ++count
    const draft = Object.entries(fieldsOf(entity)).flatMap(([name, { kind, facts }]) => {
      if (!isStored(kind) || facts.readonly) return []
      const value = one[name]
      if (kind === 'email') return [[name, `forger${n}@made.example`]]
      if (facts.unique && typeof value === 'number') return [[name, 5000 + n]]
      if (facts.unique && kind === 'date') return [[name, mondayOf(n)]]
      if ((facts.unique || name === 'employee_code') && kind === 'text') return [[name, `F${n}`]]
      return [[name, value]]
    })
    // Two folders of one name, or two settings for one person, are refused.
    if (entity.name.endsWith('folder')) draft.push(['name', `Folder ${n}`])
    if (entity.name.endsWith('folder_access'))
      draft.push(['subject_type', 'customer'], ['subject_id', all.get('customer')?.[settings++]?.id], ['role', null])
    return Object.fromEntries(draft)
  }

  const pathOf = (entity: Entity, one: Truth) => {
    const places = placesOf(world.app.services, entity)
    const table = one.attachable_type ?? one.messageable_type
    return filled((places.find(({ path }) => path.startsWith(`/api/${String(table)}/`)) ?? places[0])?.path ?? '', one)
  }

  /** Sends a forged request and checks the database afterwards. Returns whether anything was saved. */
  async function tryToForge(person: Person, entity: Entity, verb: Verb, one: Truth, wanted: Record<string, unknown>) {
    const client = cast.clientOf(person)
    const path = pathOf(entity, one)
    const editing = verb.startsWith('edit')
    const before = await rowOf(entity, one.id)
    // An id in a new record would make it an update, which `edit many` covers.
    const { id: _, ...more } = wanted
    // What the sample’s RFIs are shared with is asked about, who is planned twice, and time that is booked already.
    const confirmed = [
      'outside_project',
      'double_booking',
      'time_off',
      'time_off_asked',
      'expired',
      'ratio',
      'duplicate',
    ]
    const draft = { ...(editing ? { id: one.id } : like(entity, one)), ...(verb === 'create' ? wanted : more) }
    const { status, data } = await (verb === 'edit'
      ? client.patch(`${path}/${one.id}`, { ...wanted, id: 7 })
      : verb === 'create'
        ? client.post(path, { ...draft, confirmed })
        : client.post(`${path}/store_many`, { data: [draft], confirmed }))
    if (status >= 300) {
      // A refused request must not change anything.
      expect(await rowOf(entity, one.id)).toEqual(before)
      return false
    }
    const id = editing ? one.id : (Array.isArray(data) ? data[0] : data).id
    const after = await rowOf(entity, id)
    expect(after).toMatchObject({ id, deleted_at: null })
    if (!editing) expect(all.get(entity.name)?.map((known) => known.id)).not.toContain(id)
    const computed = Object.keys(entity.computed)
    for (const [name, value] of Object.entries(wanted)) {
      if (name === 'id') continue
      expect([entity.name, name, after?.[name]]).not.toEqual([entity.name, name, value])
      // A draft is whose change was last.
      const isKept = !computed.includes(name) && name !== 'drafted_id'
      if (editing && isKept) expect([name, after?.[name]]).toEqual([name, before?.[name]])
    }
    return true
  }

  test('every stamp is listed as set by either the server or clients', () => {
    for (const entity of entities)
      for (const name of Object.keys(fieldsOf(entity))) {
        if (
          !/(_at|creator_id|(sent|resolved|approved|submitted|rejected|exported|archived|reviewed|undone)_id)$/.test(
            name,
          )
        )
          continue
        if (theirs.includes(`${entity.name}.${name}`)) continue
        expect(serversOf(entity), `${entity.name}.${name}`).toContain(name)
      }
    for (const [name, fields] of Object.entries(servers))
      expect([...Object.keys(world.app.services.catalog.entity(name).fields), ...baseColumns]).toEqual(
        expect.arrayContaining([...fields]),
      )
  })

  test.each(verbs)('an administrator cannot %s read-only fields', async (verb) => {
    const saved: string[] = []
    for (const entity of entities) {
      // One of a person's is made at a time.
      if (entity.name === 'handover') await world.app.jobs.drain()
      // What is archived is not changed by anyone.
      for (const one of (all.get(entity.name) ?? [])
        .filter((record) => !('archived_at' in record && record.archived_at))
        .slice(-2))
        if (await tryToForge('admin', entity, verb, one, forged(entity, one, verb))) saved.push(entity.name)
    }
    const never = verb.startsWith('edit')
      ? [
          'follow',
          'handover',
          'message',
          'notification',
          'push_device',
          'timecard',
          'payroll_batch',
          'certified_payroll',
          'settled_exception',
          'daily_log_mailing',
          'punch_mailing',
          'document_directory',
          'document_place',
          'folder_rule',
          'led_day',
          'document_text',
          'drawing_revision',
          'markup',
          'schedule_notice',
          'calendar_feed',
          'share_link',
          'webhook_delivery',
          'security_event',
          'held_change',
          'day_signature',
          // Its person alone changes it.
          'time_off_request',
        ]
      : [
          'attachment',
          'company_setting',
          'certified_job',
          'certified_payroll',
          'entry_class',
          'pay_week',
          'worker_number',
          'follow',
          'notification',
          'notification_choice',
          'muted_project',
          'push_device',
          'notification_setting',
          'overtime_setting',
          'payroll_batch',
          'schedule_setting',
          'schedule_notice',
          'calendar_feed',
          'share_link',
          'webhook_delivery',
          'security_event',
          'held_change',
          'timecard',
          'daily_log_mailing',
          'document_directory',
          'document_place',
          'folder_rule',
          'led_day',
          'document_text',
          'document',
          'default_document',
          'punch_mailing',
          'drawing',
          'drawing_revision',
          'drawing_sheet',
        ]
    const names = entities.map(({ name }) => name).filter((name) => !never.includes(name))
    expect([...new Set(saved)].sort()).toEqual(names.sort())
  })

  test('nobody can, in random combinations', async () => {
    const pick = fc
      .record({ at: fc.nat(), which: fc.nat(), person: fc.constantFrom(...people), verb: fc.constantFrom(...verbs) })
      .chain(({ at, which, ...rest }) => {
        const known = entities.filter(({ name }) => all.get(name)?.length)
        const entity = known[at % known.length]
        const list = all.get(entity?.name ?? '') ?? []
        const one = list[which % list.length]
        if (!entity || !one) throw new Error('There are no records.')
        const wanted = forged(entity, one, rest.verb)
        return fc.record({
          ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, fc.constant(value)])),
          name: fc.constant(entity.name),
          one: fc.constant(one),
          keys: fc.subarray(Object.keys(wanted), { minLength: 1 }),
        }) as fc.Arbitrary<{ person: Person; verb: Verb; name: string; one: Truth; keys: string[] }>
      })
    await fc.assert(
      fc.asyncProperty(pick, async ({ person, verb, name, one, keys }) => {
        const entity = world.app.services.catalog.entity(name)
        const wanted = Object.fromEntries(
          Object.entries(forged(entity, one, verb)).filter(([key]) => keys.includes(key)),
        )
        await tryToForge(person, entity, verb, one, wanted)
      }),
      { numRuns: runs(100) },
    )
  })

  test.each(people.filter((person) => person !== 'admin'))(
    'the %s gets no further right by writing to people',
    async (person) => {
      const client = cast.clientOf(person)
      const me = cast.userOf(person)
      const wishes = {
        role: 'admin',
        license: 'journeyman',
        active: false,
        has_access: false,
        permission_overrides: { users: { view: true, edit: true, create: true, delete: true } },
        customer_id: me.customer_id === null ? 1 : null,
        contact_type_id: me.contact_type_id === null ? 1 : null,
        permissions: { users: { edit: true } },
      }
      const others = (all.get('user') ?? []).filter(({ email }) => /^(admin|office|employee)@/.test(String(email)))
      const tries = Object.entries(wishes).map(([name, value]) => ({ id: me.id, draft: { [name]: value } }))
      for (const { id, draft } of [...tries, ...[...others, me].map(({ id }) => ({ id, draft: wishes }))]) {
        const before = await rowOf(world.app.services.catalog.entity('user'), id)
        await client.patch(`/api/users/${id}`, draft)
        await client.post('/api/users/store_many', { data: [{ id, ...draft }] })
        const after = await rowOf(world.app.services.catalog.entity('user'), id)
        expect(ofPeople.map((key) => [key, after?.[key]])).toEqual(ofPeople.map((key) => [key, before?.[key]]))
      }
      expect((await client.get('/api/user')).data).toEqual(me)
    },
  )

  test('an upload cannot set the owner and type of a file', async () => {
    const foreman = cast.clientOf('foreman')
    const one = all.get('attachment')?.[0]
    const { status, data } = await upload(foreman, '/api/projects/1/attachments', {
      file: ['mine.jpg', jpeg()],
      caption: 'Mine',
      attachable_type: 'rfis',
      attachable_id: '3',
      id: '1',
      name: 'forged',
      mime: 'text/html',
      size: '1',
      path: String(one?.path),
      user_id: '1',
      created_at: LONG_AGO,
      constructor: 'x',
      toString: 'x',
      deleted_at: LONG_AGO,
      image: 'false',
      preview_path: String(one?.path),
    })
    expect(status).toBe(201)
    const row = await rowOf(world.app.services.catalog.entity('attachment'), data.id)
    expect(row).toMatchObject({
      name: 'mine.jpg',
      mime: 'image/jpeg',
      size: jpeg().byteLength,
      image: true,
      preview_path: null,
      caption: 'Mine',
      attachable_type: 'projects',
      attachable_id: 1,
      user_id: cast.userOf('foreman').id,
      deleted_at: null,
    })
    expect(row?.path).not.toBe(one?.path)
    expect(row?.created_at).not.toBe(LONG_AGO)
  })
})
