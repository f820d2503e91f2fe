import { useResource } from '#blocks/services/services.tsx'
import type { Failure } from '#core/resource/result.ts'
import { users, type User } from '../entities.ts'
import type { HandedLink } from './hand-over.tsx'

/** Returns a function that mails one-time links, one by one, and resolves to what became of them. */
export function useSendLink() {
  const resource = useResource(users)
  return async (people: readonly User[], action: HandedLink['action']) => {
    const links: HandedLink[] = []
    const failures: { name: string; failure: Failure<User> }[] = []
    for (const { id, name } of people) {
      const answer = await resource.act(id, action)
      if (!answer.ok) failures.push({ name, failure: answer })
      else if (answer.link) links.push({ name, link: answer.link, action })
    }
    return { links, failures }
  }
}
