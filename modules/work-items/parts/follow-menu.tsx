import { useMay } from '#blocks/offered/offered.tsx'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { follows } from '../entities.ts'

const faces = {
  following: { icon: 'bell-ring', label: 'Following', hint: 'You hear of its steps and messages.' },
  none: { icon: 'bell', label: 'Not following', hint: 'You hear of it once it is with you or you are mentioned.' },
  muted: { icon: 'bell-off', label: 'Muted', hint: 'You hear of it only while it is with you.' },
} as const
type Face = keyof typeof faces

/** The bell of a work item: whether one follows it, has muted it, or neither (rule follow). @useSignals */
export const FollowMenu = ({ entity, record }: { entity: Entity; record: { id: Id; project_id: Id } }) => {
  const { project_id, id } = record
  const report = useOutcome()
  const resource = useResource(follows)
  // What was made here is followed once the server has it.
  const isOffered = useMay()(follows, 'create', { project_id }) && !isTemporary(id)
  const query = useQuery(follows, { ask: isOffered, params: { project_id } })
  const held = useSummary(
    query.items,
    (all) => {
      const one = all.find((follow) => follow.followable_type === entity.table && follow.followable_id === id)
      return one ? { id: one.id, muted: one.muted } : null
    },
    [entity, id],
  )
  if (!isOffered) return null
  const isKnown = held !== null || query.state.value !== 'never'
  const now: Face = !held ? 'none' : held.muted ? 'muted' : 'following'
  async function choose(next: Face) {
    if (next === 'none') return held && report(await resource.remove(held.id), 'You no longer follow this.')
    const about = held ? { id: held.id } : { followable_type: entity.table, followable_id: id }
    const done = next === 'muted' ? 'This is muted.' : 'You follow this.'
    return report(await resource.save({ ...about, muted: next === 'muted' }), done)
  }
  if (!isKnown) return <IconButton variant="outline" icon="bell" aria-label="Following is not loaded" disabled />
  return (
    <Menu
      label="Following"
      trigger={<IconButton variant="outline" icon={faces[now].icon} aria-label={held ? faces[now].label : 'Follow'} />}
      items={(['following', 'none', 'muted'] as const).map((key) => ({
        ...faces[key],
        checked: key === now,
        onSelect: () => void choose(key),
      }))}
    />
  )
}
