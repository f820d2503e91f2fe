import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { defaultPunchItems } from '../entities.ts'

const line = css({ display: 'inline-flex', alignItems: 'center', gap: '2.5' })

/** The list of default punch items. */
export default function DefaultPunchItemsScreen() {
  return (
    <SetupList entity={defaultPunchItems} title="Default Punch Items">
      {({ title, trade, requires_photo }) => (
        <span className={line}>
          {title}
          {trade && <Tag>{trade}</Tag>}
          {requires_photo && <Icon name="camera" size="sm" label="Needs a photo" />}
        </span>
      )}
    </SetupList>
  )
}
