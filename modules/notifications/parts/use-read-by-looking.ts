import { useEffect } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { AWAY } from '#core/resource/retries.ts'
import { notifications } from '../entities.ts'
import { useUnread } from './use-unread.ts'

/** Reads the notifications about what the page shows, while the user can see the page. @useSignals */
export function useReadByLooking(): void {
  const { api, page, retries } = useServices()
  const looking = page.looking.value
  const seen = useUnread()
    .value.map(({ value }) => `${value.subject_type} ${value.subject_id}`)
    .filter((name) => looking.includes(name))
  const names = [...new Set(seen)].sort().join(',')
  useEffect(() => {
    if (!names) return undefined
    let withdraw = () => {}
    const read = () => {
      if (document.visibilityState !== 'visible') return
      for (const name of names.split(',')) {
        const [subject_type, id] = name.split(' ')
        void api(notifications)
          .actOnAll('read_all', { subject_type, subject_id: Number(id) })
          .then((answer) => {
            if (!answer.ok && AWAY.includes(answer.status)) withdraw = retries.add(read)
          })
      }
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      withdraw()
      document.removeEventListener('visibilitychange', read)
    }
  }, [api, retries, names])
}
