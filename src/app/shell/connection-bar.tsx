import { safeWords } from '#blocks/outbox/words.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Banner } from '#ui/banner/banner.tsx'
import { online } from './online.ts'

/** There is no connection, and what that means for what was entered. @useSignals */
export const ConnectionBar = () => {
  const { outbox } = useServices()
  const count = outbox.count()
  if (online.value) return null
  return <Banner>{count ? safeWords(count) : 'No connection. What you see may have changed since.'}</Banner>
}
