import { actionBody } from './action-body.ts'
import { inWords, operation, type At } from './entity-paths.ts'
import { componentOf, schemaNamed, type JsonSchema } from './json-schema.ts'
import { body, empty, parameter, refusedBy, response, told, type Described } from './operation.ts'

/** Why a change is refused. */
export const changing = refusedBy(401, 403, 404, 419, 422, 429)

const listed = (name: string): JsonSchema =>
  told('Records, as far as one may see them.', { type: 'array', items: schemaNamed(name) })

/** The operations that change records, and the actions. */
export function writesAt(at: At): Described[] {
  const { catalog, entity } = at
  const { noun, plural } = entity.display
  const name = componentOf(entity.name)
  const post = (more: Parameters<typeof operation>[2]) => operation(at, 'post', more)
  const uploads = catalog.serving(entity).uploads !== undefined && catalog.serving(entity).uploads !== false
  const create = { name: 'store', end: '', verb: 'create', summary: `Create ${noun}` }
  const all = [
    post({
      ...create,
      requestBody: body(uploads ? `${name}File` : `${name}Draft`),
      responses: { 201: response(name), ...changing },
    }),
    post({
      name: 'store_many',
      end: '/store_many',
      verb: 'edit',
      summary: `Create and change several ${plural}`,
      description: 'All or none; those without an id are new, which needs what it takes to create one.',
      parameters: [parameter('DryRun')],
      requestBody: body(`${name}Many`),
      responses: { 200: listed(name), ...changing },
    }),
    operation(at, 'patch', {
      name: 'update',
      end: '/{id}',
      verb: 'edit',
      summary: `Change ${noun}`,
      description: 'What is not named stays. PUT does the same.',
      requestBody: body(`${name}Change`),
      responses: { 200: response(name), ...refusedBy(401, 403, 404, 409, 419, 422, 429) },
    }),
    operation(at, 'delete', {
      name: 'destroy',
      end: '/{id}',
      verb: 'delete',
      summary: `Delete ${noun}`,
      responses: { 204: empty, ...changing },
    }),
  ]
  const onAll = entity.collectionActions.map((action) =>
    post({
      name: entity.actions.includes(action) ? `${action}_all` : action,
      end: `/${action}`,
      verb: action,
      summary: `${inWords(action)}: ${plural}`,
      requestBody: actionBody(catalog, entity, action),
      responses: { 200: listed(name), ...changing },
    }),
  )
  const onOne = entity.actions.map((action) => {
    const { label = inWords(action), from, to } = entity.workflow?.steps[action] ?? {}
    const stateOf = (state: string) =>
      (entity.workflow?.states[state] ?? entity.workflow?.marks?.[state])?.label ?? state
    const leads = [from && `from ${from.map(stateOf).join(' or ')}`, to !== undefined && `to ${stateOf(to)}`]
    return post({
      name: action,
      end: `/{id}/${action}`,
      verb: action,
      summary: `${label}: ${noun}`,
      ...(leads.some(Boolean) && { description: `Leads ${leads.filter(Boolean).join(' ')}.` }),
      requestBody: actionBody(catalog, entity, action),
      responses: { 200: response(name), ...changing },
    })
  })
  const many = post({
    name: 'act_many',
    end: '/act_many',
    verb: entity.actions[0] ?? 'edit',
    summary: `Take an action on several ${plural}`,
    description: 'All or none. Needs what the action needs.',
    requestBody: body(`${name}Actions`),
    responses: { 200: listed(name), ...changing },
  })
  return [...all, ...onAll, ...onOne, ...(entity.actions.length ? [many] : [])]
}
