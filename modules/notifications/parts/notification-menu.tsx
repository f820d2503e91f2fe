import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import type { Steps } from './use-steps.ts'

/** All steps of a notification: done, later, or no more of it or its job. */
export const NotificationMenu = ({ text, steps: { end, later, mute, job } }: { text: string; steps: Steps }) => (
  <Menu
    label="Notification"
    trigger={<IconButton size="sm" icon="ellipsis" aria-label={`More about ${text}`} />}
    items={[[end, ...later], mute ? [mute] : [], job].flatMap((group, which) =>
      group.map(({ take, ...item }, at) => ({ ...item, onSelect: take, separated: which > 0 && at === 0 })),
    )}
  />
)
