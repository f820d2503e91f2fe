import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Conversation, useMessages } from '../../messages/index.ts'
import { dailyLogs } from '../entities.ts'
import { addsPhotos, editsLogs } from '../guards.ts'
import { Section } from './section.tsx'
import type { Day } from './use-day.ts'

/** What was said about the log, such as in answer to a mail about an injury; nothing while nobody has. @useSignals */
export const DayMessages = ({ day: { log, isOpen } }: { day: Day }) => {
  const { session } = useServices()
  const user = session.user.value
  const about = { type: dailyLogs.table, id: log.id }
  const count = useSummary(useMessages(about).items, (thread) => thread.length, [])
  return count === 0 ? null : (
    <Section id="messages" icon="message-square-text" title="Messages">
      <Conversation
        about={about}
        mayWrite={isOpen && addsPhotos(user)}
        mayDelete={isOpen && editsLogs(user)}
        mayDecide={false}
      />
    </Section>
  )
}
