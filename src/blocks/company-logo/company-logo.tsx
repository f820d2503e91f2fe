import { useState, type ReactNode } from 'react'
import { css, cx } from '#css/css'
import { usePublicServices } from '../services/services.tsx'

/**
 * The company's logo on white paper, which logos are drawn for, also in the dark theme; `children` where there is none,
 * or where it cannot be loaded, such as without a connection (rule company-logo). @useSignals
 */
export const CompanyLogo = ({ className, children }: { className?: string; children?: ReactNode }) => {
  const { settings } = usePublicServices()
  const { logo_url, company_name } = settings.value
  const [broken, setBroken] = useState<string | null>(null)
  if (!logo_url || broken === logo_url) return children
  return (
    <img src={logo_url} alt={company_name} className={cx(picture, className)} onError={() => setBroken(logo_url)} />
  )
}

const picture = css({
  display: 'block',
  boxSize: 'auto',
  maxWidth: 'full',
  objectFit: 'contain',
  borderRadius: 'sm',
  background: '#ffffff',
})
