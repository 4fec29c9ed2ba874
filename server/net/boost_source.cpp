// The one place where Asio and Beast are compiled; see BOOST_ASIO_SEPARATE_COMPILATION in CMakeLists.txt.
// Without it each file that includes them would compile all their functions that are no templates again.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
