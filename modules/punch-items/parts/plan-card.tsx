import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { isWorkOf, mayAddPhoto } from '../guards.ts'
import { dueLabel, workOf } from './labels.ts'
import { PhotoPair } from './photo-pair.tsx'

/** What a pin stands for, over the plan: the item, its photos, and its next step. @useSignals */
export const PlanCard = ({ item, isActive, onClose }: { item: PunchItem; isActive: boolean; onClose: () => void }) => {
  const { session } = useServices()
  const today = useToday()
  const user = session.user.value
  const work = workOf(item)
  return (
    <section className={card} aria-label={`Punch item ${numberOf(item)}`} data-sheet-control>
      <div className={css({ display: 'flex', gap: '2', alignItems: 'start' })}>
        <b className={css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>
          {numberOf(item)} · {item.title}
        </b>
        <StateTag entity={punchItems} record={item} />
        <IconButton icon="x" aria-label="Close" onClick={onClose} />
      </div>
      {item.location && <p className={css({ color: 'muted' })}>{item.location}</p>}
      <PhotoPair
        item={item}
        mayAdd={isActive && work !== 'closed' && mayAddPhoto(item, user)}
        mayComplete={work === 'open' && user !== null && isWorkOf(item, user)}
      />
      <p className={css({ wrap: '2' })}>
        {item.assigned_name && <Avatar decorative size="sm" name={item.assigned_name} />}
        {[item.assigned_name ?? 'Nobody yet', dueLabel(item, today)].filter(Boolean).join(' · ')}
        <Tag>{choiceLabel(item.priority)}</Tag>
      </p>
      <div className={css({ flow: '2' })}>
        {isActive && <Steps entity={punchItems} record={item} items={[]} />}
        <LinkButton variant="outline" href={`/projects/${item.project_id}/punch_items/${item.id}`}>
          Open
        </LinkButton>
      </div>
    </section>
  )
}

const card = css({
  position: 'absolute',
  zIndex: '1',
  top: { md: '3' },
  bottom: { base: '3', md: 'auto' },
  insetInlineEnd: '3',
  insetInlineStart: { base: '3', md: 'auto' },
  width: { md: '20rem' },
  stack: '2',
  padding: '3.5',
  layerStyle: 'card',
  boxShadow: 'floating',
})
