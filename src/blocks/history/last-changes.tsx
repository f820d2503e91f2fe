import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import type { LastChange } from '#core/entity/undo.ts'
import { formatMoment } from '#lib/moments.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useAsked } from '../query/use-asked.ts'
import { useResource } from '../services/services.tsx'
import { actionWords, pastTense } from '#core/entity/past-tense.ts'
import { useUndoChange } from './use-undo-change.ts'
import { useNameOf } from './who.tsx'

/**
 * What was done in the last day with records of an entity, also with those that are gone since, and Undo for who may
 * (rule undo). @useSignals
 */
export const LastChanges = ({
  entity,
  of,
  onClose,
}: {
  entity: Entity
  /** What its changes are made of, which asks anew; keep the list outside the component. */
  of: readonly Entity[]
  onClose: () => void
}) => {
  const resource = useResource(entity)
  const { data, failure, retry } = useAsked(() => resource.lastChanges(), `last changes of ${entity.name}`, of)
  return (
    <Dialog open size="sm" title="Last changes" onClose={onClose}>
      <p className={css({ color: 'muted' })}>They can be undone for a day.</p>
      {data === null ? (
        <NotLoaded failure={failure} retry={retry} />
      ) : data.length ? (
        <ol aria-label="Last changes" className={css({ marginTop: '2' })}>
          {data.map((change) => (
            <Row key={change.change_id} entity={entity} change={change} />
          ))}
        </ol>
      ) : (
        <p className={css({ marginTop: '4' })}>Nothing was changed in the last day.</p>
      )}
    </Dialog>
  )
}

/** @useSignals */
const Row = ({ entity, change }: { entity: Entity; change: LastChange }) => {
  const name = useNameOf(change.user_id)
  const undoing = useUndoChange(entity, change, [])
  const { verb, count, title, undoes, undone, created_at } = change
  const words = actionWords(entity, verbs[verb] ?? verb)
  const { noun, plural } = entity.display
  return (
    <li className={row}>
      <Avatar name={name} size="sm" decorative />
      <span className={css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>
        <b className={css({ fontWeight: 'strong' })}>{name}</b> {undoes ? `${pastTense('undo')} “${words}”` : words}
        <span className={css({ display: 'block', textStyle: 'note' })}>
          {title ?? `${count} ${count === 1 ? noun : plural}`} · {formatMoment(created_at)}
        </span>
      </span>
      {undone ? (
        <span className={css({ textStyle: 'note' })}>undone</span>
      ) : (
        undoing && (
          <Button variant="outline" size="sm" loading={undoing.busy} onClick={() => void undoing.undo()}>
            {undoes ? 'Do again' : 'Undo'}
          </Button>
        )
      )}
    </li>
  )
}

/** The verbs of the resource, as history names them. */
const verbs: Readonly<Record<string, string>> = { create: 'created', edit: 'updated', delete: 'deleted' }

const row = css({
  row: '3',
  paddingBlock: '2.5',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
})
