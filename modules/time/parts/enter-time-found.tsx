import { useEffect } from 'react'
import { ACTIONS, type FinderProps } from '#blocks/find/finders.ts'
import { lazyComponent, prefetch } from '#blocks/slot-outlet/lazy-component.ts'
import { plainNumber } from '#core/query/found.ts'
import { useProjectSearch } from '../../projects/components.ts'

/** Jobs that are offered where "enter time" is typed with some of their name. */
const MOST = 3

const dialog = () => import('../dialogs/enter-time-dialog.tsx')

/** "Enter time for 26-041", for the number of a job, or "time" and some of its name (rule box). @useSignals */
export default function EnterTimeFound({ text, put, open }: FinderProps) {
  const [, asked, job = ''] = /^(?:((?:enter )?time)(?: for)? )?(.*)$/i.exec(text.trim()) ?? []
  const isNumber = /\d/.test(job)
  const { found } = useProjectSearch(asked !== undefined || isNumber ? job : '', 'active')
  useEffect(() => {
    const meant = found?.filter(({ number }) => asked !== undefined || plainNumber(number) === plainNumber(job)) ?? []
    const Dialog = lazyComponent(dialog)
    const items = meant.slice(0, MOST).map(({ id, number, name }) => ({
      key: `enter time ${id}`,
      icon: 'clock' as const,
      title: `Enter time for ${number}`,
      detail: name,
      onSelect: () =>
        open(
          (onClose) => <Dialog project_id={id} onClose={onClose} />,
          () => prefetch(dialog),
        ),
    }))
    put({ key: ACTIONS, label: 'Actions', items })
  }, [asked, found, job, put, open])
  return null
}
