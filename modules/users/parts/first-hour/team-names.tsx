import { css } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { users, type User } from '../../entities.ts'
import { isInvitable } from '../invitable.ts'

/** More of them are in the list of users. */
const MOST = 40

/** The people of the team beside whoever looks, and who of them has no password yet. */
export const TeamNames = ({ only = () => true, none }: { only?: (one: User) => boolean; none: string }) => {
  const { session } = useServices()
  const me = session.user.value?.id
  const { items, state, failure, ask } = useQuery(users, { filters: { status: 'active', kind: 'team' } })
  const team = useSummary(
    items,
    (people) =>
      people
        .filter((one) => one.id !== me && only(one))
        .map((one) => ({ id: one.id, name: one.name, role: choiceLabel(one.role), open: isInvitable(one) })),
    [me, only],
  )
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  if (!team.length) return <p className={css({ textStyle: 'note' })}>{none}</p>
  return (
    <ul className={list}>
      {team.slice(0, MOST).map(({ id, name, role, open }) => (
        <li key={id} className={css({ wrap: '2' })}>
          <b className={css({ fontWeight: 'strong' })}>{name}</b>
          <span className={css({ textStyle: 'note', flex: '1' })}>{role}</span>
          {open && <Tag>No password yet</Tag>}
        </li>
      ))}
      {team.length > MOST && <li className={css({ textStyle: 'note' })}>{`… and ${team.length - MOST} more.`}</li>}
    </ul>
  )
}

const list = css({ stack: '1.5', maxHeight: '24rem', overflowY: 'auto' })
