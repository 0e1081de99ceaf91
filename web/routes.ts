import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the shop. */
export default [
  index('pages/home/home.tsx'),
  route('allProducts', 'pages/all-products/all-products.tsx'),
  route('products/:id', 'pages/product-detail/product-detail.tsx'),

  route('dashboard', 'pages/dashboard/dashboard.tsx', [
    index('pages/dashboard/start.tsx'),
    route('payment/:id', 'pages/dashboard/payment/payment.tsx'),
    route('orders/:id', 'pages/dashboard/order.tsx'),
    route('orders/:id/receipt', 'pages/dashboard/receipt.tsx'),
    route('addReview', 'pages/dashboard/add-review.tsx'),
    route('myProfile', 'pages/dashboard/my-profile-page.tsx'),
    layout('pages/dashboard/admin.tsx', [
      route('makeAdmin', 'pages/dashboard/make-admin.tsx'),
      route('manageAllOrders', 'pages/dashboard/manage-all-orders.tsx'),
      route('addProduct', 'pages/dashboard/add-product.tsx'),
      route('manageProducts', 'pages/dashboard/manage-products.tsx'),
      route('manageProducts/:id', 'pages/dashboard/edit-product.tsx'),
      route('log', 'pages/dashboard/log/log.tsx'),
    ]),
  ]),

  route('myPortfolio', 'pages/portfolio.tsx'),
  route('blogs', 'pages/blogs.tsx'),
  route('login', 'pages/sign-in/login.tsx'),
  route('signup', 'pages/sign-in/signup.tsx'),
  route('forgot-password', 'pages/sign-in/forgot-password.tsx'),
  route('reset-password', 'pages/sign-in/reset-password.tsx'),
  route('verify-email', 'pages/sign-in/verify-email.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
