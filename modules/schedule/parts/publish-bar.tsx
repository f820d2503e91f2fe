import { memo, useState } from 'react'
import { css } from '#css/css'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { same } from '#core/store/merge.ts'
import type { Day } from '#lib/days.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { useToastsAbove } from '#ui/toast/use-toasts-above.ts'
import { StepDialog } from '../dialogs/step-dialog.tsx'
import { scheduleEvents } from '../entities.ts'
import type { Audience } from '../told.ts'

const dependsOn = [scheduleEvents]
const SHOWN = 6

/** Drafts that are not published yet: how many, and who will be told. @useSignals */
export const PublishBar = ({ from, to }: { from: Day; to: Day }) => {
  const { api } = useServices()
  const drafts = useSummary(
    useQuery(scheduleEvents, { filters: { draft: true } }).items,
    (all) => all.map(({ id }) => id),
    [],
  )
  const { data } = useAsked(() => api(scheduleEvents).ask<Audience[]>('changes'), 'schedule changes', dependsOn)
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null)
  const isShown = drafts.length > 0
  useToastsAbove(isShown)
  if (!isShown) return null
  const people = data ?? []
  return (
    <section aria-label="Unpublished changes" className={bar}>
      <b>{drafts.length === 1 ? '1 unpublished change' : `${drafts.length} unpublished changes`}</b>
      {people.length > 0 && (
        <span className={told}>
          Will be told
          {people.slice(0, SHOWN).map(({ user_id, name, methods }) => (
            <Told key={user_id} name={name} methods={methods} />
          ))}
          {people.length > SHOWN && <span>and {people.length - SHOWN} more</span>}
        </span>
      )}
      <span className={css({ marginInlineStart: 'auto', display: 'flex', gap: '2.5' })}>
        <Button variant="outline" onClick={() => setAsking('discard')}>
          Discard
        </Button>
        <Button icon="send" onClick={() => setAsking('publish')}>
          Review and publish
        </Button>
      </span>
      {asking && <StepDialog step={asking} from={from} to={to} audience={people} onClose={() => setAsking(null)} />}
    </section>
  )
}

/** Someone who will be told, painted again only where their name or ways differ. */
const Told = memo(
  ({ name, methods }: Pick<Audience, 'name' | 'methods'>) => (
    <span className={person}>
      <Avatar name={name} size="sm" decorative />
      {name.split(' ')[0]}
      {methods.map((method) => (
        <Icon key={method} name={method === 'email' ? 'mail' : 'smartphone'} size="sm" label={method} />
      ))}
    </span>
  ),
  same,
)

const bar = css({
  wrap: '3.5',
  minHeight: '3.75rem',
  paddingInline: '4',
  layerStyle: 'card',
  '& > b': { fontWeight: 'section' },
})
const told = css({ wrap: '3', color: 'muted', fontSize: 'sm' })
const person = css({ inlineRow: '1.5', color: 'ink', fontWeight: 'strong' })
