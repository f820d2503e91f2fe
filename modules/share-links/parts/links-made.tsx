import { useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { SecretMade } from '../../access-tokens/components.ts'
import type { ShareLink } from '../entities.ts'

interface LinksMadeProps {
  readonly links: readonly ShareLink[]
  readonly onDone: (link: ShareLink) => void
}

/** The addresses that were just made. */
export function LinksMade({ links, onDone }: LinksMadeProps) {
  const services = useServices()
  const print = async (link: ShareLink) => (await import('./poster.ts')).savePoster(link, services)
  return links.map(
    (link) =>
      link.plain !== null && (
        <SecretMade
          key={link.id}
          title={`Link for ${link.user_name}`}
          secret={link.plain}
          noun="Link"
          onClose={() => onDone(link)}
        >
          {link.poster && (
            <Button variant="outline" icon="printer" onClick={() => void print(link)}>
              Poster (PDF)
            </Button>
          )}
        </SecretMade>
      ),
  )
}
