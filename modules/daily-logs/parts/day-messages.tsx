import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
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
      <div className={inset}>
        <Conversation
          about={about}
          mayWrite={isOpen && addsPhotos(user)}
          mayDelete={isOpen && editsLogs(user)}
          mayDecide={false}
        />
      </div>
    </Section>
  )
}

const inset = css({ paddingInline: { base: '3.5', sm: '4.5' }, paddingBlockEnd: '3.5' })
