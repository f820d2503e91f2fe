import { css } from '#css/css'
import { isOnline, type Entity } from '#core/entity/entity.ts'
import { Banner } from '#ui/banner/banner.tsx'
import { online } from './online.ts'

/** Says before anything is typed that a change of these records cannot wait on the device, while there is no network. @useSignals */
export const NeedsConnection = ({ entity }: { entity: Entity }) =>
  online.value || !isOnline(entity, 'save') ? null : (
    <div className={css({ width: 'fit-content', marginBottom: '3', borderRadius: 'md', overflow: 'hidden' })}>
      <Banner>This needs a connection.</Banner>
    </div>
  )
