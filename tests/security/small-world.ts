import { area, can, nobody, signedIn, type CurrentUser } from '#core/access/access.ts'
import { defineEntity, type Entity } from '#core/entity/entity.ts'
import { ref, email, embed, flag, instant, json, lines, longText, number, related, text } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Database } from '#server/db/database.ts'
import { defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { transact } from '#server/context/transact.ts'
import * as z from 'zod/mini'
import type { ServerModule } from '#server/resource/catalog.ts'
import { createTestWorld, type TestOptions } from '../harness.ts'

const boss = can('edit', 'users')

export const users = defineEntity('user', {
  endpoint: 'api/users',
  area: area('users', { project_manager: ['view'] }),
  access: { view: signedIn },
  sort: 'name',
  fields: {
    name: text(),
    email: email().optional(),
    role: text().optional(),
    customer_id: ref('firm').optional(),
    contact_type_id: ref('firm').optional(),
    active: flag().default(true),
    has_access: flag().default(true),
    permission_overrides: json(z.record(z.string(), z.record(z.string(), z.boolean()))).default({}),
    last_login_at: instant().optional().readonly(),
  },
})

export const firms = defineEntity('firm', {
  endpoint: 'api/firms',
  area: area('firms', { project_manager: ['view', 'create', 'edit', 'delete'], foreman: ['view'] }),
  sort: 'name',
  fields: { name: text().unique('That firm is there.'), region: text().optional() },
  attachable: ['remark'],
})

/** An entity with a rule of every kind. */
export const sites = defineEntity('site', {
  endpoint: 'api/sites',
  area: area('sites', {
    project_manager: ['view', 'create', 'edit', 'delete'],
    foreman: ['view', 'edit'],
    employee: ['view'],
    customer: ['view'],
  }),
  access: { reopen: (user) => boss(user) || can('delete', 'sites')(user) },
  sort: 'name',
  fields: {
    name: text().searchable().unique('That site is there.', ['firm_id']),
    firm_id: ref('firm'),
    code: number({ decimals: 0 }).optional().unique('That code is taken.'),
    budget: number().optional().readableBy(boss).writableBy(boss),
    notes: longText().optional().sent('alone'),
    token: text().optional().sent('never'),
    made_by: ref('user', { onDelete: 'keep' }).optional().readonly(),
    closed_at: instant().optional().readonly(),
    people: lines({ user_id: ref('user'), task: text().optional() }),
    flaw: text().optional(),
    region: text().optional(),
    gate: text().optional().unique('That gate is taken.', ['region']),
  },
  computed: { firm_name: related('firm_id', 'name'), weight: number(), tasks: embed('task') },
  actions: ['close', 'reopen'],
  attachable: ['remark'],
})

export const tasks = defineEntity('task', {
  endpoint: 'api/sites/{site_id}/tasks',
  root: 'api/tasks',
  area: 'sites',
  sort: 'id',
  fields: { site_id: ref('site'), name: text() },
  actions: ['finish'],
})

/** An attachable entity: on a site by the site's rule, on a firm by permission to edit the firm. */
export const remarks = defineEntity('remark', {
  endpoint: 'api/{on_type}/{on_id}/remarks',
  root: 'api/remarks',
  area: 'sites',
  access: { view: signedIn, create: signedIn, edit: signedIn, delete: signedIn, praise: signedIn },
  sort: 'id',
  fields: { on_type: text(), on_id: ref({ typedBy: 'on_type' }), words: text(), author_id: ref('user').readonly() },
  actions: ['praise'],
})

/** An entity whose visibility rule is set by tests. */
export const plans = defineEntity('plan', {
  endpoint: 'api/plans',
  area: 'sites',
  access: { create: nobody },
  sort: 'id',
  fields: {
    title: text().optional(),
    level: number().optional(),
    site_id: ref('site').optional(),
    owner_id: ref('user').optional(),
    people: lines({ user_id: ref('user') }, { shared: 'readers' }),
  },
})

/** The calls that the rules received. */
export const heard: string[] = []
/** The visibility rules, set by tests. */
export const law: { plans: unknown; sites: unknown; mayDraft: unknown } = { plans: true, sites: true, mayDraft: null }

const door = defineServer({
  serve: [
    serve(sites, {
      visible: ({ user }) =>
        user.customer_id === null ? (law.sites as boolean) : ({ firm_id: user.customer_id } as Record<string, unknown>),
      derive(draft, before, { user }) {
        heard.push(`derive ${draft.name}`)
        if (draft.flaw === 'beyond mending') refuse('This is beyond mending.')
        return before ? {} : { made_by: user.id }
      },
      may(verb, { before, draft }) {
        law.mayDraft = draft
        if (verb === 'edit' && before?.closed_at) return 'This site is closed.'
        if (verb === 'reopen' && !before?.closed_at) refuse('This site is open.')
        if (verb === 'close' && before?.name === 'Kept') return 'This site is kept open.'
        return verb === 'delete' && before?.name === 'Kept' ? 'This site is kept.' : true
      },
      validate: ({ flaw }) => (flaw ? { flaw: ['Flaw must be mended.'] } : undefined),
      mayAttach({ child, verb, before }, site, { user }) {
        heard.push(`mayAttach ${child.name} ${verb} ${before === null ? 'new' : 'old'}`)
        if (site.closed_at) return 'Nothing is said about a closed site.'
        return user.role !== 'employee'
      },
      computed: { weight: (all) => all.map(({ name }) => name.length) },
      actions: {
        close: (site, { now }) => ({ ...site, name: `${site.name} (${site.weight})`, closed_at: now }),
        reopen: (site) => ({ ...site, closed_at: null }),
      },
    }),
    serve(tasks, { actions: { finish: (task) => ({ ...task, name: `${task.name}, done` }) } }),
    serve(remarks, {
      derive: (_, before, { user }) => (before ? {} : { author_id: user.id }),
      actions: { praise: (remark) => ({ ...remark, words: `${remark.words}!` }) },
    }),
    serve(plans, { visible: () => law.plans as boolean }),
  ],
  lines: {
    readers({ lines: held, before }): FieldErrors {
      if (held.length > 2) return { people: ['People may be two.'] }
      return before.length > 0 && held.length === 0 ? { people: ['People may not all go.'] } : {}
    },
  },
})

const exports = { users, firms, sites, tasks, remarks, plans }

/** Creates a minimal server for tests of the resource layer. */
export async function createSmallWorld(
  database: Database,
  more: readonly ServerModule[] = [],
  options: TestOptions = {},
) {
  const modules = [{ id: 'small', exports, server: door }, ...more]
  const world = await createTestWorld({ ...options, database, modules, sample: false })
  const { app } = world
  const system = <T>(task: (ctx: Ctx) => Promise<T>) => transact(app.services, { user: app.system }, (ctx) => task(ctx))
  const plant = <E extends Entity>(entity: E, draft: object) => system((ctx) => ctx.save(entity, draft as never))
  return {
    ...world,
    system,
    plant,
    /** Creates a user with a session directly, without signing in. */
    async person(role: string, more: object = {}) {
      const { id } = await plant(users, { name: role, email: `${role}@x.example`, role, ...more })
      const client = world.client()
      client.cookies.set('plumbline_session', await app.sessions.create(id))
      await client.get('/sanctum/csrf-cookie')
      const { data: user }: { data: CurrentUser } = await client.get('/api/user')
      return Object.assign(client, { user })
    },
  }
}
export type SmallWorld = Awaited<ReturnType<typeof createSmallWorld>>
