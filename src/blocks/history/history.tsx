import { useEffect, useState } from 'react'
import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { actionWords, forWhom, statesAfter, tellingChanges } from '#core/entity/past-tense.ts'
import type { HistoryEntry } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'
import { formatMoment } from '#lib/moments.ts'
import { ErrorState } from '#ui/states/states.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { Value } from '../value/value.tsx'
import { useResource } from '../services/services.tsx'
import { UndoEntry } from './undo-entry.tsx'
import { undoneEntries } from './undone-entries.ts'
import { Who } from './who.tsx'

/** A record's changes, newest first. It is fetched again when the record changes. */
export const History = <E extends Entity>({ entity, record }: { entity: E; record: RecordOf<E> }) => {
  const resource = useResource(entity)
  const [answer, setAnswer] = useState<Result<HistoryEntry[]> | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let here = true
    void resource.history(record.id).then((result) => here && setAnswer(result))
    return () => {
      here = false
    }
  }, [resource, record.id, record.updated_at, tries])
  if (!answer) return <SkeletonRows rows={3} />
  if (!answer.ok) return <ErrorState onRetry={() => setTries(tries + 1)} />
  const undone = undoneEntries(answer.data)
  const after = statesAfter(record, answer.data)
  const whom = answer.data.map((entry, at) => forWhom(entity, entry.action, after[at] ?? record, entry.user_id))
  return (
    <ol className={list} aria-label="History">
      {answer.data.map((entry, at) => (
        <li key={entry.id} className={item}>
          <p>
            <Who id={entry.user_id} /> {actionWords(entity, entry.action)}
            {whom[at] && (
              <>
                {' for '}
                <Who id={whom[at]} />
              </>
            )}
            <time dateTime={entry.created_at} className={when}>
              {formatMoment(entry.created_at)}
            </time>
            {!undone.has(entry.id) && <UndoEntry entity={entity} id={record.id} entry={entry} />}
          </p>
          {tellingChanges(entity, entry.changes).map(([name, change]) => (
            <p key={name} className={changed}>
              {labelOf(name, (entity.fields as Fields)[name])}:{' '}
              <Value field={(entity.fields as Fields)[name]} value={change.old} /> →{' '}
              <Value field={(entity.fields as Fields)[name]} value={change.new} />
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

const list = css({ display: 'grid' })
const item = css({ paddingBlock: '2.5', borderBottom: '1px solid {colors.line}', _last: { borderBottom: '0' } })
const when = css({ marginInlineStart: '2', textStyle: 'note' })
const changed = css({ textStyle: 'note', overflowWrap: 'anywhere' })
