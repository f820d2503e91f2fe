import type { Id } from '#core/access/access.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { messages, type Message } from '../entities.ts'

/** The subject of a conversation: the table and id of a record that can have messages. */
export interface About {
  type: string
  id: Id
}

/** The messages of a record, oldest first, kept up to date. @useSignals */
export const useMessages = ({ type, id }: About): LiveQuery<Message> =>
  useQuery(messages, { params: { messageable_type: type, messageable_id: id }, order: { column: 'created_at' } })
