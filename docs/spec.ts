/**
 * The specification, statement by statement, in our words. Tests carry the ids in their titles, as in
 * `[S2.14] three banners ...`; `docs/spec-coverage.ts` puts the two together, and `npm test` fails when an id has no test.
 */
export const statements: Record<string, string> = {
  // 2. Screens and routes
  'S2.1': 'Everyone may open the home page at /',
  'S2.2': '/allProducts shows the products in a grid of 1, 2 or 3 columns by screen size',
  'S2.3': '/products/{id} needs a login and shows the product with its order form',
  'S2.4': '/dashboard needs a login and has a side menu with nested pages',
  'S2.5': '/myPortfolio is public and shows education and project screenshots',
  'S2.6': '/blogs is public and holds questions and answers about a UI framework',
  'S2.7': '/login and /signup are public',
  'S2.8': 'Any other path shows an image that says not found',
  'S2.9': 'The dashboard begins with My Orders for customers and My Profile for admins',
  'S2.10': 'Customers have payment/{id}, addReview and myProfile in the dashboard',
  'S2.11': 'makeAdmin, manageAllOrders, addProduct and manageProducts are for admins only',
  'S2.12':
    'The nav bar has Home, All Products, Dashboard (signed in only), SignOut or Login, and a theme toggle',
  'S2.13': 'A footer that claims since 1992 is on every page',
  'S2.14': 'Home begins with a carousel of three banner images with jump buttons 1, 2 and 3',
  'S2.15': 'Our Products shows the last 6 products as cards in 1, 2 or 3 columns',
  'S2.16': 'Business Summery shows its four figures and a Contact Us button that does nothing yet',
  'S2.17':
    'Customer Review shows the last 3 reviews with name, stars and description, in 3 columns on large screens',
  'S2.18':
    'Our Verification has a muted autoplaying video, the membership blurb, the company and an Inquire Now button',
  'S2.19': 'The newsletter box has a text input Your Email, and neither validates nor submits',
  'S2.20': 'A spinner image shows while products and reviews load',
  'S2.21':
    'A product card shows name, image, details, price per unit in dollars, minimum, stock and a Purchase Now link',
  'S2.22': 'Login has email, password, a Login button, a link to signup and Continue With Google',
  'S2.23': 'After login one returns to the page one was sent from, otherwise to /',
  'S2.24': 'Signup has name, email, password, a SignUp button, a link to login and a Google option',
  'S2.25':
    'The product page has read-only name, email, product name, available and price, and editable quantity, address and phone',
  'S2.26': 'My Orders is a table of Product Name, Transaction Id, Quantity, Status and Action',
  'S2.27': 'Status is a Payment button when unpaid and priced, and a Paid badge when paid',
  'S2.28': 'Action is a delete icon only when unpaid',
  'S2.29': 'My Orders shows the number of orders, and deleting asks for confirmation',
  'S2.30': 'Payment shows buyer, product, unit price and total, then a card form with a Pay button',
  'S2.31': 'Add Review has read-only name and email, a rating of 1 to 5 (1 at first) and a text',
  'S2.32':
    'Make Admin lists index and email with a Make Admin button or Already an Admin, and a Remove User button',
  'S2.33': 'Manage All Orders lists the order ids with their number',
  'S2.34': 'Add Product is a form of all fields of a product; its image is uploaded',
  'S2.35':
    'Manage Products lists index, image, name and a delete icon with a confirmation, and the number of products',

  // 3. Entities
  'S3.1': 'A product has _id, name, image, shortDetails, minOrder, available and price',
  'S3.2':
    'An order has _id, name, email, productName, available, price, order, shippingAdd, phone, paid and transactionId',
  'S3.3': 'A review has _id, name, email, ratings (1 to 5, as the chosen string) and description',
  'S3.4': 'A user has _id, email and role',
  'S3.5': 'Who is signed in is known by display name and email',
  'S3.6': 'The browser keeps the accessToken in local storage',

  // 4. States
  'S4.1': 'Product and review lists load with a spinner, then show',
  'S4.2': 'A list of products on screen stays fresh',
  'S4.3': 'An order begins unpaid',
  'S4.4': 'After a successful card payment the order carries the transaction id and shows as Paid',
  'S4.5': 'A paid order cannot be deleted',
  'S4.6': 'Signing up sets the display name',
  'S4.7': 'After signing in the client exchanges the email for the token and stores it',
  'S4.8': 'Signing out removes the token and goes to /login',
  'S4.9': '401 or 403 on one’s own orders signs out, removes the token and goes to /',
  'S4.10': 'Admin pages sign out who is no admin and go to /login',
  'S4.11':
    'The payment intent is requested when the page opens, the card is confirmed on Pay, and message and transaction id show',

  // 5. Validation
  'S5.1': "An empty email is refused with 'Email is Required'",
  'S5.2': "A malformed email is refused with 'Enter a valid Email'",
  'S5.3': "An empty password is refused with 'Password is Required'",
  'S5.4': "A password under 6 characters is refused with 'Secret KeY Should be 6 char. or longer'",
  'S5.5': "Signing up without a name is refused with 'Name is Required'",
  'S5.6': 'The order quantity begins with the product’s minimum',
  'S5.7': "A quantity under the minimum is refused with 'Please Enter Minimum Quantity.'",
  'S5.8': `A quantity over the stock is refused with "Enter a Valid Quantity (within 'Available Products')."`,
  'S5.9': 'Place Order is disabled while the quantity is wrong',
  'S5.10': 'Address and phone are taken as they are, empty too',
  'S5.11': "A review without text is refused with 'Description is Required'",
  'S5.12': "A product without name is refused with 'Product name is Required'",
  'S5.13': "A product without image is refused with 'Product Image is Required'",
  'S5.14': "A product without details is refused with 'Short Details is Required'",
  'S5.15': "A product without minimum is refused with 'Min. Quantity is Required'",
  'S5.16': "A product without stock is refused with 'Available Quantity is Required'",
  'S5.17': "A product without price is refused with 'Price is Required'",

  // 6. Roles
  'S6.1': 'A visitor sees home, all products, portfolio, blogs, login and signup',
  'S6.2': 'A customer orders, pays for and deletes own unpaid orders and writes reviews',
  'S6.3': 'Whether someone is admin is asked of the server by email',
  'S6.4': 'An admin’s menu is My Profile, Make Admin, Manage All Orders, Add a Product and Manage Products',
  'S6.5': 'An admin promotes users and deletes products; the server answers 403 to anyone else',

  // 7. Calls
  'S7.1': 'GET /products answers the array of products to anyone',
  'S7.2': 'GET /products/{id} answers one product',
  'S7.3': 'POST /products answers insertedId',
  'S7.4': 'DELETE /products/{id} answers deletedCount',
  'S7.5': 'POST /orders answers insertedId',
  'S7.6': 'GET /orders?email= answers the user’s orders',
  'S7.7': 'GET /orders answers all orders',
  'S7.8': 'GET /orders/{id} answers one order',
  'S7.9': 'DELETE /orders/{id} answers deletedCount',
  'S7.10': 'PATCH /orders/{id} takes the product’s name and the transaction id',
  'S7.11': 'POST /create-payment-intent takes the total and answers clientSecret',
  'S7.12': 'PUT /user/{email} answers the token',
  'S7.13': 'GET /admin/{email} answers admin',
  'S7.14': 'GET /users answers the users',
  'S7.15': 'PUT /user/admin/{email} answers modifiedCount',
  'S7.16': 'GET /reviews answers the array of reviews',
  'S7.17': 'POST /reviews answers insertedId',
  'S7.18': "Lists are cached under the keys 'products' and 'review'",
  'S7.19': 'A picture is uploaded as multipart field image; the answer has success and data.url',
  'S7.20': 'The card is confirmed with billing name and email',
  'S7.21': 'The home list sends no authorization, the admin list sends the bearer',

  // 8. Errors and successes
  'S8.1': "A failed review shows the toast 'Failed to add Review'",
  'S8.2': "A failed product shows the toast 'Failed to add Product'",
  'S8.3': "A refused promotion shows the toast 'Failed to made an Admin'",
  'S8.4': "A promotion shows the toast 'Successfully made an Admin'",
  'S8.5': 'Login, signup and profile errors show in red under the form',
  'S8.6': 'Card errors show the provider’s message under the form',
  'S8.7': "Changing a profile without a user gives 'No user is logged in'",
  'S8.8': "An order placed shows 'Order Placed SuccessfullY.'",
  'S8.9': "A deletion shows 'Deleted SuccessfullY.'",
  'S8.10': "A review shows 'Thank You for Your Valuable FeedBack.'",
  'S8.11': "A product added shows 'Product Added SuccessfullY.'",
  'S8.12': "A payment shows 'Congrats! Your Payment is Completed.'",

  // 9. Constants
  'S9.1': 'The total is unit price times quantity, to the cent',
  'S9.2': 'Success dialogs close by themselves after 2000 ms, after 3000 ms for payment',
  'S9.3': 'Toasts close after 5000 ms',
  'S9.4': 'The figures are 72 countries, 535+, 273+ and 432+',
  'S9.5': 'Remove User removes the user after a confirmation',
};
