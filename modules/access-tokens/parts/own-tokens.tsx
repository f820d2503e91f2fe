import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { accessTokens } from '../entities.ts'
import { TokenList } from './token-list.tsx'

/** One's own tokens. @useSignals */
export default function OwnTokens() {
  const me = useServices().session.user.value?.id ?? 0
  const { items, state, failure, ask } = useQuery(accessTokens, { filters: { user_id: me } })
  const tokens = useRecords(items)
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <TokenList title="Access tokens" sub="For your own scripts." tokens={tokens} makes="own" empty="You have none." />
  )
}
