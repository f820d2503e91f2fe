import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'

/** What prevents the export of some weeks; nothing if nothing does. */
export const Problems = ({ problems }: { problems: readonly string[] }) => {
  if (!problems.length) return null
  return (
    <div role="status" className={blocked}>
      <Icon name="triangle-alert" size="sm" />
      <ul>
        {problems.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

const blocked = css({
  display: 'flex',
  gap: '2',
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginTop: '0.5' },
})
