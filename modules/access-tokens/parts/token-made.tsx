import { Facts } from '#blocks/detail/facts.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { formatDay } from '#lib/days.ts'
import type { AccessToken } from '../entities.ts'
import { abilityWords, areasOf } from './areas.ts'
import { SecretMade } from './secret-made.tsx'

/** A token that was just made, with its secret. */
export const TokenMade = ({ token, onClose }: { token: AccessToken; onClose: () => void }) => {
  const { registry } = useServices()
  const { plain, name, abilities, expires_on } = token
  if (plain === null) return null
  return (
    <SecretMade title="Token made" secret={plain} noun="Token" onClose={onClose}>
      <Facts
        items={[
          { label: 'Name', value: name },
          { label: 'It may', value: abilityWords(abilities, areasOf(registry.entities)) },
          { label: 'Until', value: formatDay(expires_on) },
        ]}
      />
    </SecretMade>
  )
}
