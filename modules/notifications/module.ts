import { signedIn } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { topBarEnd } from '#blocks/slots.ts'
import { mutedProjects, notificationChoices, notificationSettings, notifications, pushDevices } from './entities.ts'

export default defineModule({
  entities: [notifications, notificationChoices, mutedProjects, notificationSettings, pushDevices],
  fills: [topBarEnd(() => import('./parts/bell.tsx'), { guard: signedIn, order: 10 })],
})
