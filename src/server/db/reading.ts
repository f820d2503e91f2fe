import { RawNode, SelectQueryNode, type Kysely, type KyselyPlugin, type OperationNode } from 'kysely'
import type { Tables } from './database.ts'

/** The beginning of a statement's text, which may stand in another one that it begins with. */
function beginning(node: RawNode): string {
  const [text = ''] = node.sqlFragments
  const [first] = node.parameters
  return text.trim() === '' && first && RawNode.is(first) ? beginning(first) : text
}
const writes = (node: OperationNode) =>
  RawNode.is(node) ? !/^\s*(select|with|explain|pragma)\b/i.test(beginning(node)) : !SelectQueryNode.is(node)

const refusesWrites: KyselyPlugin = {
  transformQuery({ node }) {
    if (writes(node)) throw new Error('A connection for reading writes nothing: attempt to write a readonly database.')
    return node
  },
  transformResult: async ({ result }) => result,
}

/**
 * A connection for reading where the database has no other one: it refuses what a connection of its own could not do, so that
 * every kind of database shows the same faults.
 */
export const readingOn = (kysely: Kysely<Tables>): Kysely<Tables> => kysely.withPlugin(refusesWrites)
