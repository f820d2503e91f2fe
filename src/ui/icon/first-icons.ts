import { Circle, CircleAlert, CloudOff, Eye, EyeOff, LogIn, RefreshCw, TriangleAlert, X } from 'lucide-react'

/** The icons that are seen before someone has signed in: the welcome page's, the login dialog's and those of its errors. */
export const firstIcons = {
  circle: Circle,
  'circle-alert': CircleAlert,
  'cloud-off': CloudOff,
  eye: Eye,
  'eye-off': EyeOff,
  'log-in': LogIn,
  'refresh-cw': RefreshCw,
  'triangle-alert': TriangleAlert,
  x: X,
}
