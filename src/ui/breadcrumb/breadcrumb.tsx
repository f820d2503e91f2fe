import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'

const list = css({ wrap: '1', fontSize: '0.8125rem', color: 'muted' })
const crumb = css({ inlineRow: '1', minHeight: { base: '6', _coarse: 'touch' } })
const link = css({
  inlineRow: '0',
  minHeight: { base: '6', _coarse: 'touch' },
  minWidth: { _coarse: 'touch' },
  borderRadius: 'xs',
  _hover: { color: 'ink', textDecoration: 'underline' },
})

/** The path to the current page, which is the last item. */
export const Breadcrumb = ({
  items,
}: {
  /** From the list above all to this page, each with its text and address; this page needs no address. */
  items: readonly { label: string; href?: string }[]
}) => (
  <nav aria-label="Breadcrumb">
    <ol className={list}>
      {items.map((item, index) => (
        <li key={item.label} className={crumb}>
          {index > 0 && <Icon name="chevron-right" size="sm" />}
          {item.href ? (
            <a href={item.href} className={link}>
              {item.label}
            </a>
          ) : (
            <b aria-current="page">{item.label}</b>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
